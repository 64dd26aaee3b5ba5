import { readAmount } from '@reprise/contract/typed-number';
import {
  newPart,
  partActionLabels,
  partLabels,
  partQualityLabels,
} from '@reprise/contract/workshop/units/repairs';
import type { Unit } from '@reprise/contract/workshop/units/unit';
import { FormDialog } from '../../../../admin-ui/forms/form-dialog.tsx';
import { api } from '../../../../api/browser-api.ts';
import type { CheckedForm } from '../../../../forms/use-checked-form.ts';
import { usePermissions } from '../../../../session/use-permissions.ts';
import { Checkbox } from '../../../../ui/forms/checkbox.tsx';
import { MoneyInput } from '../../../../ui/forms/number-input.tsx';
import { Select } from '../../../../ui/forms/select.tsx';
import { TextInput } from '../../../../ui/forms/text-input.tsx';
import { useStepForm } from '../bench/use-step-form.ts';

const emptyPart = {
  part: 'battery',
  action: 'replaced',
  quality: 'oem-new',
  serial: '',
  cost: '',
  donor: '',
  stripped: false,
};
type Values = typeof emptyPart;

/** Records a part of the open repair: replaced, removed or cleaned. */
export function PartDialog({ unit, onClose }: { unit: Unit; onClose: () => void }) {
  const form = useStepForm({
    defaultValues: emptyPart,
    schema: newPart,
    bodyOf: toPart,
    mode: 'onChange',
    save: (body, idempotencyKey) =>
      api.addPart({ params: { id: unit.id }, body }, { idempotencyKey: idempotencyKey() }),
    done: 'Part recorded',
    onDone: onClose,
  });
  const [part, action] = form.watch(['part', 'action']);
  return (
    <FormDialog
      form={form}
      title="Add part"
      onClose={onClose}
      submitLabel="Add part"
      submitDisabled={form.field('cost').error !== undefined}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Select label="Part" options={partLabels} {...form.field('part')} />
        <Select label="Action" options={partActionLabels} {...form.field('action')} />
        {action === 'replaced' && <NewPartFields form={form} />}
      </div>
      {part === 'main-board' && action === 'replaced' && (
        <p className="mt-4 rounded-control bg-warn-tint px-3 py-2 text-sm text-warn-text">
          The numbers of the device belong to its old board and end. Record the new ones, then check and erase
          it again.
        </p>
      )}
    </FormDialog>
  );
}

const { none: _, ...qualityLabels } = partQualityLabels;

/** Quality, cost and source of a part that was put in. */
function NewPartFields({ form }: { form: CheckedForm<Values> }) {
  const can = usePermissions();
  return (
    <>
      <Select
        label="Quality"
        hint="Buyers read it in the passport."
        options={qualityLabels}
        {...form.field('quality')}
      />
      <MoneyInput label="Cost" hint="Booked to the device." {...form.field('cost')} />
      <TextInput
        label="Serial number of the part"
        maxLength={60}
        autoComplete="off"
        spellCheck={false}
        {...form.field('serial')}
      />
      <TextInput
        label="Taken from device"
        hint="Unit number, if it comes from another device."
        maxLength={40}
        autoComplete="off"
        spellCheck={false}
        {...form.field('donor')}
      />
      {form.watch('donor').trim() !== '' && can('units.waive') && (
        <Checkbox
          className="sm:col-span-2"
          label="That device is stripped"
          hint="It leaves the stock as used for parts."
          {...form.field('stripped')}
        />
      )}
    </>
  );
}

/** Returns the part to send; quality, cost and source are those of a part that was put in. */
function toPart({ donor, cost, ...values }: Values) {
  const { part, action } = values;
  if (action !== 'replaced') return { part, action };
  const isUsed = donor.trim() !== '';
  return {
    ...values,
    cost: readAmount(cost) ?? null,
    stripped: isUsed && values.stripped,
    ...(isUsed && { donor }),
  };
}
