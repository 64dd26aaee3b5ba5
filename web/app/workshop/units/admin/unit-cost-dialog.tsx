import type { CallOutput } from '@reprise/contract/endpoint';
import { readAmount, typeShortAmount } from '@reprise/contract/typed-number';
import type { lotEndpoints } from '@reprise/contract/workshop/lots/lots';
import { unitCostEdit } from '@reprise/contract/workshop/lots/unit-costs';
import type { Unit } from '@reprise/contract/workshop/units/unit';
import { FormDialog } from '../../../admin-ui/forms/form-dialog.tsx';
import { useSavedForm } from '../../../admin-ui/forms/use-saved-form.ts';
import { api } from '../../../api/browser-api.ts';
import { MoneyInput } from '../../../ui/forms/number-input.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';

export type UnitCosts = CallOutput<typeof lotEndpoints.getUnitCosts>;

type UnitCostDialogProps = { unit: Unit; costs: UnitCosts; onClose: () => void };

/** Sets or corrects what was paid for a device, and the lot that it came with. */
export function UnitCostDialog({ unit, costs, onClose }: UnitCostDialogProps) {
  const lotNumber = unit.lot?.number ?? '';
  const known = costs.purchase ?? (costs.lotState === 'closed' ? costs.declared : null);
  const form = useSavedForm({
    defaultValues: {
      purchase: known === null ? '' : typeShortAmount(known),
      lot: lotNumber,
      reason: '',
    },
    schema: unitCostEdit,
    bodyOf: ({ purchase, lot, reason }) => ({
      version: unit.version,
      purchase: purchase.trim() === '' ? null : readAmount(purchase),
      ...(lot.trim().toUpperCase() !== lotNumber && { lot: lot.trim() || null }),
      reason,
    }),
    save: (body) => api.setUnitCost({ params: { id: unit.id }, body }),
    done: 'Cost saved',
    invalidates: [['units'], ['lots']],
    onSaved: onClose,
  });
  return (
    <FormDialog form={form} title={`Cost of ${unit.number}`} onClose={onClose} submitLabel="Save cost">
      <div className="grid gap-5">
        <MoneyInput
          label="Paid for the device"
          hint="Without parts and freight. Blank: not known. Enter 0 if it was free."
          {...form.field('purchase')}
        />
        <TextInput
          label="Lot"
          hint="Such as L-1002. Blank: no lot. An open lot books the cost when it is closed."
          maxLength={20}
          autoComplete="off"
          {...form.field('lot')}
        />
        <TextInput
          label="Reason"
          hint="Shown in the history of the device, without the amount."
          required
          maxLength={500}
          {...form.field('reason')}
        />
      </div>
    </FormDialog>
  );
}
