import {
  type Supplier,
  supplierInput,
  supplierKindLabels,
  supplierKinds,
  taxSchemeLabels,
  taxSchemes,
} from '@reprise/contract/lots/lot';
import { type Problem, problemCodeOf } from '@reprise/contract/problem';
import { readWhole } from '@reprise/contract/typed-number';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { DialogForm } from '../../../admin-ui/dialog-form.tsx';
import { formResolver, showFieldErrors } from '../../../admin-ui/form-resolver.ts';
import { OutsideForm } from '../../../admin-ui/outside-form.tsx';
import { api } from '../../../api/browser-api.ts';
import { messageOf } from '../../../api/error-message.ts';
import { WholeNumberInput } from '../../../ui/forms/number-input.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { TextArea } from '../../../ui/forms/text-area.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { notify } from '../../../ui/overlays/notify.ts';

type SupplierFormValues = {
  name: string;
  kind: string;
  email: string;
  claimDays: string;
  taxScheme: string;
  note: string;
};

const wireOf = ({ claimDays, ...values }: SupplierFormValues) => ({
  ...values,
  claimDays: readWhole(claimDays),
});

const fields = ['name', 'kind', 'email', 'claimDays', 'taxScheme', 'note'] as const;

type SupplierDialogProps = {
  open: boolean;
  /** Supplier to change; undefined to add one. */
  supplier?: Supplier | undefined;
  onClose: () => void;
  onSaved: (supplier: Supplier) => unknown;
};

/** Adds a supplier or changes one; may be opened from within another form. */
export function SupplierDialog({ open, supplier, onClose, onSaved }: SupplierDialogProps) {
  return (
    <OutsideForm>
      <Modal open={open} onClose={onClose} title={supplier ? `Edit ${supplier.name}` : 'New supplier'}>
        {open && <SupplierForm supplier={supplier} onClose={onClose} onSaved={onSaved} />}
      </Modal>
    </OutsideForm>
  );
}

function SupplierForm({ supplier, onClose, onSaved }: Omit<SupplierDialogProps, 'open'>) {
  const queries = useQueryClient();
  const { register, handleSubmit, setError, formState } = useForm<SupplierFormValues>({
    defaultValues: {
      name: supplier?.name ?? '',
      kind: supplier?.kind ?? 'company',
      email: supplier?.email ?? '',
      claimDays: String(supplier?.claimDays ?? 30),
      taxScheme: supplier?.taxScheme ?? 'standard',
      note: supplier?.note ?? '',
    },
    resolver: formResolver(supplierInput, wireOf),
  });
  const { errors } = formState;
  const saving = useMutation({
    mutationFn: (values: SupplierFormValues) => {
      const body = supplierInput.parse(wireOf(values));
      return supplier
        ? api.updateSupplier({ params: { id: supplier.id }, body })
        : api.createSupplier({ body });
    },
    onSuccess: (answer) => {
      notify('success', supplier ? 'Supplier saved' : `${answer.supplier.name} added`);
      void queries.invalidateQueries({ queryKey: ['lots'] });
      onSaved(answer.supplier);
    },
    onError: (error) => {
      if (problemCodeOf(error)) showFieldErrors((error as Problem).errors, fields, setError);
    },
  });
  return (
    <DialogForm
      onSubmit={handleSubmit((values) => saving.mutate(values))}
      onCancel={onClose}
      submitLabel={supplier ? 'Save changes' : 'Add supplier'}
      saving={saving.isPending}
      failure={saving.isError && messageOf(saving.error, 'The supplier could not be saved. Try again.')}
    >
      <div className="grid gap-5">
        <TextInput label="Name" required maxLength={120} {...register('name')} error={errors.name?.message} />
        <div className="grid gap-4 sm:grid-cols-2">
          <Select label="Kind" {...register('kind')} error={errors.kind?.message}>
            {supplierKinds.map((kind) => (
              <option key={kind} value={kind}>
                {supplierKindLabels[kind]}
              </option>
            ))}
          </Select>
          <WholeNumberInput
            label="Days to claim"
            hint="After a lot came."
            {...register('claimDays')}
            error={errors.claimDays?.message}
          />
        </div>
        <Select
          label="Tax on sales"
          hint="Of devices in its lots."
          {...register('taxScheme')}
          error={errors.taxScheme?.message}
        >
          {taxSchemes.map((scheme) => (
            <option key={scheme} value={scheme}>
              {taxSchemeLabels[scheme]}
            </option>
          ))}
        </Select>
        <TextInput type="email" label="Email" {...register('email')} error={errors.email?.message} />
        <TextArea label="Note" rows={2} maxLength={1000} {...register('note')} error={errors.note?.message} />
      </div>
    </DialogForm>
  );
}
