import { type DeviceKind, deviceKindLabels } from '@reprise/contract/catalog/grading/device-kinds';
import { maxCarrier } from '@reprise/contract/workshop/units/carrier';
import { type ModelChoice, type Unit, unitEdit } from '@reprise/contract/workshop/units/unit';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormFailure } from '../../../admin-ui/dialog-form.tsx';
import { useSavedForm } from '../../../admin-ui/forms/use-saved-form.ts';
import { api } from '../../../api/browser-api.ts';
import { noResponse } from '../../../api/error-message.ts';
import { usePermissions } from '../../../session/use-permissions.ts';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { TextArea } from '../../../ui/forms/text-area.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { type ChosenModel, ModelPicker, toModelReference } from './model-picker.tsx';

/** Corrects the model and the notes of a unit. */
export function UnitEditor({ unit }: { unit: Unit }) {
  const can = usePermissions();
  if (can('units.bench')) return <EditForm unit={unit} />;
  return <p className="wrap-anywhere whitespace-pre-line text-sm">{unit.note || 'No note.'}</p>;
}

type Values = { model: ChosenModel; kind: DeviceKind; carrier: string; note: string; publicNote: string };

const valuesOf = (unit: Unit): Values => ({
  model: { known: choiceOf(unit) },
  kind: unit.model.kind,
  carrier: carrierWords(unit.carrier),
  note: unit.note,
  publicNote: unit.publicNote,
});

/** Returns a carrier as the field shows it. */
const carrierWords = (carrier: string | null) => (carrier === '' ? 'Unlocked' : (carrier ?? ''));

const isOther = (model: ChosenModel, unit: Unit) =>
  model.new !== undefined || model.known?.key !== unit.model.key;

function EditForm({ unit }: { unit: Unit }) {
  const can = usePermissions();
  const [choosing, setChoosing] = useState(false);
  const form = useSavedForm({
    defaultValues: valuesOf(unit),
    schema: unitEdit,
    bodyOf: ({ model, carrier, ...values }) => ({
      ...values,
      ...(carrier !== carrierWords(unit.carrier) && { carrier: carrier.trim() === '' ? null : carrier }),
      version: unit.version,
      ...(isOther(model, unit) && { model: toModelReference(model) }),
    }),
    save: (body) => api.updateUnit({ params: { id: unit.id }, body }),
    done: 'Device saved',
    failed: noResponse('retry'),
    invalidates: [['units']],
    valuesAfter: (answer) => valuesOf(answer.unit),
  });
  const { value: model, onChange: setModel } = form.choice('model');
  const kind = form.watch('kind');
  return (
    <form noValidate className="grid gap-4" onSubmit={form.submit}>
      {form.failure && <FormFailure>{form.failure}</FormFailure>}
      {choosing ? (
        <ModelPicker
          onChoose={(chosen) => {
            setModel(chosen);
            setChoosing(false);
          }}
        />
      ) : (
        <p className="flex flex-wrap items-center justify-between gap-2 text-sm">
          <span>
            {model.new?.name ?? model.known?.name}
            {isOther(model, unit) && <span className="text-ink-muted"> (not saved yet)</span>}
          </span>
          <Button size="sm" variant="outline" onClick={() => setChoosing(true)}>
            Another model
          </Button>
        </p>
      )}
      {can('catalog.manage') && (
        <Select
          label="Kind of device"
          hint="Decides the checks, tests and grades, for all devices of this model."
          options={deviceKindLabels}
          {...form.field('kind')}
        />
      )}
      {kind !== unit.model.kind && <KindChange unit={unit} />}
      <TextInput
        label="Carrier"
        hint="The one that it is locked to, or “Unlocked”. Empty while that is not known."
        maxLength={maxCarrier}
        {...form.field('carrier')}
      />
      <TextArea label="Note" hint="For staff." rows={3} maxLength={1000} {...form.field('note')} />
      <TextArea
        label="Note for buyers"
        hint="Shown beside this device on the product page."
        rows={2}
        maxLength={300}
        {...form.field('publicNote')}
      />
      <div>
        <Button type="submit" loading={form.isSaving} disabled={!form.formState.isDirty} variant="outline">
          Save
        </Button>
      </div>
    </form>
  );
}

/** Says how many devices another kind takes off sale. */
function KindChange({ unit }: { unit: Unit }) {
  const change = useQuery({
    queryKey: ['units', 'kind-change', unit.id],
    queryFn: ({ signal }) => api.previewKindChange({ params: { id: unit.id } }, { signal }),
  });
  const count = change.data?.sentBack ?? 0;
  return (
    <p className="rounded-control bg-warn-tint p-3 text-sm">
      Tests and grades of the other kind do not count any more.{' '}
      {count > 0 &&
        `${count === 1 ? 'A device of this model that is' : `${count} devices of this model that are`} ready or on sale ${count === 1 ? 'goes' : 'go'} back to the bench, and the stock falls with those on sale.`}
    </p>
  );
}

const choiceOf = ({ model }: Unit): ModelChoice => ({ ...model, product: null });
