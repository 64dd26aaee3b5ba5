import { readAmount } from '@reprise/contract/typed-number';
import {
  type NewPart,
  newPart,
  type Part,
  partActionLabels,
  partActions,
  partLabels,
  partQualities,
  partQualityLabels,
  parts,
} from '@reprise/contract/units/repairs';
import type { Unit } from '@reprise/contract/units/unit';
import { useState } from 'react';
import { DialogForm } from '../../../../admin-ui/dialog-form.tsx';
import { api } from '../../../../api/browser-api.ts';
import { usePermissions } from '../../../../session/use-permissions.ts';
import { Checkbox } from '../../../../ui/forms/checkbox.tsx';
import { MoneyInput } from '../../../../ui/forms/number-input.tsx';
import { Select } from '../../../../ui/forms/select.tsx';
import { TextInput } from '../../../../ui/forms/text-input.tsx';
import { Modal } from '../../../../ui/overlays/modal.tsx';
import { useRecord } from '../bench/use-record.ts';

type Draft = Pick<NewPart, 'part' | 'action' | 'quality' | 'serial' | 'stripped'> & {
  cost: string;
  donor: string;
};

const emptyPart: Draft = {
  part: 'battery',
  action: 'replaced',
  quality: 'oem-new',
  serial: '',
  cost: '',
  donor: '',
  stripped: false,
};

/** Records a part of the open repair: replaced, removed or cleaned. */
export function PartDialog({ unit, onClose }: { unit: Unit; onClose: () => void }) {
  const [draft, setDraft] = useState(emptyPart);
  const [key] = useState(() => crypto.randomUUID());
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  const cost = newPart.shape.cost.safeParse(readAmount(draft.cost) ?? null);
  const { save, isSaving, failure } = useRecord(
    () =>
      api.addPart(
        { params: { id: unit.id }, body: toPart(draft, cost.data ?? null) },
        { idempotencyKey: key },
      ),
    'Part recorded',
    onClose,
  );
  return (
    <Modal open onClose={onClose} title="Add part">
      <DialogForm
        onSubmit={(event) => {
          event.preventDefault();
          if (cost.success) save(undefined);
        }}
        onCancel={onClose}
        submitLabel="Add part"
        submitDisabled={!cost.success}
        saving={isSaving}
        failure={failure}
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <Select
            label="Part"
            value={draft.part}
            onChange={(event) => change({ part: event.target.value as Part })}
          >
            {parts.map((part) => (
              <option key={part} value={part}>
                {partLabels[part]}
              </option>
            ))}
          </Select>
          <Select
            label="Action"
            value={draft.action}
            onChange={(event) => change({ action: event.target.value as Draft['action'] })}
          >
            {partActions.map((action) => (
              <option key={action} value={action}>
                {partActionLabels[action]}
              </option>
            ))}
          </Select>
          {draft.action === 'replaced' && (
            <NewPartFields draft={draft} change={change} costError={cost.error?.issues[0]?.message} />
          )}
        </div>
        {draft.part === 'main-board' && draft.action === 'replaced' && (
          <p className="mt-4 rounded-control bg-warn-tint px-3 py-2 text-sm text-warn-text">
            The numbers of the device belong to its old board and end. Record the new ones, then check and
            erase it again.
          </p>
        )}
      </DialogForm>
    </Modal>
  );
}

type NewPartFieldsProps = {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  costError: string | undefined;
};

/** Quality, cost and source of a part that was put in. */
function NewPartFields({ draft, change, costError }: NewPartFieldsProps) {
  const can = usePermissions();
  return (
    <>
      <Select
        label="Quality"
        hint="Buyers read it in the passport."
        value={draft.quality}
        onChange={(event) => change({ quality: event.target.value as Draft['quality'] })}
      >
        {partQualities
          .filter((quality) => quality !== 'none')
          .map((quality) => (
            <option key={quality} value={quality}>
              {partQualityLabels[quality]}
            </option>
          ))}
      </Select>
      <MoneyInput
        label="Cost"
        hint="Booked to the device."
        value={draft.cost}
        error={costError}
        onChange={(event) => change({ cost: event.target.value })}
      />
      <TextInput
        label="Serial number of the part"
        maxLength={60}
        autoComplete="off"
        spellCheck={false}
        value={draft.serial}
        onChange={(event) => change({ serial: event.target.value })}
      />
      <TextInput
        label="Taken from device"
        hint="Unit number, if it comes from another device."
        maxLength={40}
        autoComplete="off"
        spellCheck={false}
        value={draft.donor}
        onChange={(event) => change({ donor: event.target.value })}
      />
      {draft.donor.trim() !== '' && can('units.waive') && (
        <Checkbox
          className="sm:col-span-2"
          label="That device is stripped"
          hint="It leaves the stock as used for parts."
          checked={draft.stripped}
          onChange={(event) => change({ stripped: event.target.checked })}
        />
      )}
    </>
  );
}

/** Returns the part to send; quality, cost and source are those of a part that was put in. */
function toPart({ donor, ...draft }: Draft, cost: NewPart['cost']): NewPart {
  const { part, action } = draft;
  if (action !== 'replaced')
    return { part, action, quality: 'none' as const, serial: '', cost: null, stripped: false };
  const isUsed = donor.trim() !== '';
  return {
    ...draft,
    cost,
    stripped: isUsed && draft.stripped,
    ...(isUsed && { donor: donor.trim() }),
  };
}
