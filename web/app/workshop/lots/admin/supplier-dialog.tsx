import { readWhole } from '@reprise/contract/typed-number';
import {
  type Supplier,
  supplierInput,
  supplierKindLabels,
  taxSchemeLabels,
} from '@reprise/contract/workshop/lots/lot';
import { FormDialog } from '../../../admin-ui/forms/form-dialog.tsx';
import { useSavedForm } from '../../../admin-ui/forms/use-saved-form.ts';
import { api } from '../../../api/browser-api.ts';
import { WholeNumberInput } from '../../../ui/forms/number-input.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { TextArea } from '../../../ui/forms/text-area.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';

type SupplierDialogProps = {
  /** Missing for a new supplier. */
  supplier?: Supplier | undefined;
  onClose: () => void;
  onSaved: (supplier: Supplier) => unknown;
};

/** Adds a supplier or changes one; may be opened from within another form. */
export function SupplierDialog({ supplier, onClose, onSaved }: SupplierDialogProps) {
  const form = useSavedForm({
    defaultValues: {
      name: supplier?.name ?? '',
      kind: supplier?.kind ?? 'company',
      email: supplier?.email ?? '',
      claimDays: String(supplier?.claimDays ?? 30),
      taxScheme: supplier?.taxScheme ?? 'standard',
      note: supplier?.note ?? '',
    },
    schema: supplierInput,
    bodyOf: ({ claimDays, ...values }) => ({ ...values, claimDays: readWhole(claimDays) }),
    save: (body) =>
      supplier ? api.updateSupplier({ params: { id: supplier.id }, body }) : api.createSupplier({ body }),
    done: (answer) => (supplier ? 'Supplier saved' : `${answer.supplier.name} added`),
    failed: 'The supplier could not be saved. Try again.',
    invalidates: [['lots']],
    onSaved: (answer) => onSaved(answer.supplier),
  });
  return (
    <FormDialog
      form={form}
      title={supplier ? `Edit ${supplier.name}` : 'New supplier'}
      onClose={onClose}
      submitLabel={supplier ? 'Save changes' : 'Add supplier'}
    >
      <div className="grid gap-5">
        <TextInput label="Name" required maxLength={120} {...form.field('name')} />
        <div className="grid gap-4 sm:grid-cols-2">
          <Select label="Kind" options={supplierKindLabels} {...form.field('kind')} />
          <WholeNumberInput label="Days to claim" hint="After a lot came." {...form.field('claimDays')} />
        </div>
        <Select
          label="Tax on sales"
          hint="Of devices in its lots."
          options={taxSchemeLabels}
          {...form.field('taxScheme')}
        />
        <TextInput type="email" label="Email" {...form.field('email')} />
        <TextArea label="Note" rows={2} maxLength={1000} {...form.field('note')} />
      </div>
    </FormDialog>
  );
}
