import { type DeviceKind, deviceKindLabels, deviceKinds } from '@reprise/contract/grading/device-kinds';
import type { ModelChoice, Unit } from '@reprise/contract/units/unit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormFailure } from '../../../admin-ui/dialog-form.tsx';
import { api } from '../../../api/browser-api.ts';
import { messageOf, noResponse } from '../../../api/error-message.ts';
import { usePermissions } from '../../../session/use-permissions.ts';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { TextArea } from '../../../ui/forms/text-area.tsx';
import { notify } from '../../../ui/overlays/notify.ts';
import { type ChosenModel, ModelPicker, toModelReference } from './model-picker.tsx';

/** Corrects the model and the notes of a unit. */
export function UnitEditor({ unit }: { unit: Unit }) {
  const can = usePermissions();
  const [model, setModel] = useState<ChosenModel>(() => ({ known: choiceOf(unit) }));
  const [choosing, setChoosing] = useState(false);
  const [note, setNote] = useState(unit.note);
  const [publicNote, setPublicNote] = useState(unit.publicNote);
  const [kind, setKind] = useState(unit.model.kind);
  const queries = useQueryClient();
  const isOther = model.new !== undefined || model.known?.key !== unit.model.key;
  const save = useMutation({
    mutationFn: () =>
      api.updateUnit({
        params: { id: unit.id },
        body: {
          version: unit.version,
          note,
          publicNote,
          kind,
          ...(isOther && { model: toModelReference(model) }),
        },
      }),
    onSuccess: () => {
      notify('success', 'Device saved');
      return queries.invalidateQueries({ queryKey: ['units'] });
    },
  });
  if (!can('units.bench')) {
    return <p className="wrap-anywhere whitespace-pre-line text-sm">{unit.note || 'No note.'}</p>;
  }
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      {save.isError && <FormFailure>{messageOf(save.error, noResponse('retry'))}</FormFailure>}
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
            {isOther && <span className="text-ink-muted"> (not saved yet)</span>}
          </span>
          <Button size="sm" variant="outline" onClick={() => setChoosing(true)}>
            Another model
          </Button>
        </p>
      )}
      <KindSelect value={kind} onChange={setKind} />
      <Notes {...{ note, setNote, publicNote, setPublicNote }} />
      <div>
        <Button
          type="submit"
          loading={save.isPending}
          disabled={
            !isOther && note === unit.note && publicNote === unit.publicNote && kind === unit.model.kind
          }
          variant="outline"
        >
          Save
        </Button>
      </div>
    </form>
  );
}

type NotesProps = {
  note: string;
  setNote: (note: string) => void;
  publicNote: string;
  setPublicNote: (note: string) => void;
};

function Notes({ note, setNote, publicNote, setPublicNote }: NotesProps) {
  return (
    <>
      <TextArea
        label="Note"
        hint="For staff."
        rows={3}
        maxLength={1000}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <TextArea
        label="Note for buyers"
        hint="Shown beside this device on the product page."
        rows={2}
        maxLength={300}
        value={publicNote}
        onChange={(event) => setPublicNote(event.target.value)}
      />
    </>
  );
}

const choiceOf = ({ model }: Unit): ModelChoice => ({ ...model, product: null });

function KindSelect({ value, onChange }: { value: DeviceKind; onChange: (kind: DeviceKind) => void }) {
  return (
    <Select
      label="Kind"
      hint="Decides the tests and grades, for all devices of this model."
      value={value}
      onChange={(event) => onChange(event.target.value as DeviceKind)}
    >
      {deviceKinds.map((kind) => (
        <option key={kind} value={kind}>
          {deviceKindLabels[kind]}
        </option>
      ))}
    </Select>
  );
}
