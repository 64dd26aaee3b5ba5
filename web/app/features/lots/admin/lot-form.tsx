import {
  type Lot,
  lotEdit,
  lotInput,
  type Spread,
  spreadLabels,
  spreads,
  type TaxScheme,
  taxSchemeLabels,
  taxSchemes,
} from '@reprise/contract/lots/lot';
import { centsToDollars, formatMoney } from '@reprise/contract/money';
import { type Problem, problemCodeOf } from '@reprise/contract/problem';
import { readAmount } from '@reprise/contract/typed-number';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { FormProvider, useForm, useFormContext } from 'react-hook-form';
import { DialogForm } from '../../../admin-ui/dialog-form.tsx';
import { formResolver, showFieldErrors } from '../../../admin-ui/form-resolver.ts';
import { UnsavedChanges } from '../../../admin-ui/unsaved-changes.tsx';
import { api } from '../../../api/browser-api.ts';
import { messageOf } from '../../../api/error-message.ts';
import { usePermissions } from '../../../session/use-permissions.ts';
import { Button } from '../../../ui/button.tsx';
import { MoneyInput } from '../../../ui/forms/number-input.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { TextArea } from '../../../ui/forms/text-area.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { notify } from '../../../ui/overlays/notify.ts';
import { SupplierDialog } from './supplier-dialog.tsx';

type LotFormValues = {
  supplier: string;
  reference: string;
  goods: string;
  spread: Spread;
  /** Empty until it is chosen: the supplier's. */
  taxScheme: TaxScheme | '';
  expectedOn: string;
  note: string;
};

const fields = ['supplier', 'reference', 'goods', 'spread', 'taxScheme', 'expectedOn', 'note'] as const;

type LotDialogProps = {
  open: boolean;
  /** Lot to change; undefined to add one. */
  lot?: Lot | undefined;
  onClose: () => void;
  onSaved: (lot: Lot) => void;
};

/** Adds a lot or changes one. */
export function LotDialog({ open, lot, onClose, onSaved }: LotDialogProps) {
  return (
    <Modal open={open} onClose={onClose} title={lot ? `Edit lot ${lot.number}` : 'New lot'}>
      {open && <LotForm lot={lot} onClose={onClose} onSaved={onSaved} />}
    </Modal>
  );
}

function LotForm({ lot, onClose, onSaved }: Omit<LotDialogProps, 'open'>) {
  const can = usePermissions();
  const queries = useQueryClient();
  const wireOf = ({ goods, taxScheme, expectedOn, ...values }: LotFormValues) => ({
    ...values,
    ...(taxScheme && { taxScheme }),
    ...(can('costs.see') && { goods: readAmount(goods) ?? null }),
    expectedOn: expectedOn || null,
    ...(lot && { version: lot.version }),
  });
  const form = useForm<LotFormValues>({
    defaultValues: {
      supplier: lot?.supplier.id ?? '',
      reference: lot?.reference ?? '',
      goods: lot?.goods == null ? '' : centsToDollars(lot.goods).toFixed(2),
      spread: lot?.spread ?? 'price',
      taxScheme: lot?.taxScheme ?? '',
      expectedOn: lot?.expectedOn ?? '',
      note: lot?.note ?? '',
    },
    resolver: formResolver(lot ? lotEdit : lotInput, wireOf),
  });
  const saved = useRef(false);
  const { isDirty } = form.formState;
  const saving = useMutation({
    mutationFn: (values: LotFormValues) =>
      lot
        ? api.updateLot({ params: { id: lot.id }, body: lotEdit.parse(wireOf(values)) })
        : api.createLot({ body: lotInput.parse(wireOf(values)) }),
    onSuccess: (answer) => {
      saved.current = true;
      notify('success', lot ? 'Lot saved' : `Lot ${answer.lot.number} added`);
      void queries.invalidateQueries({ queryKey: ['lots'] });
      onSaved(answer.lot);
    },
    onError: (error) => {
      if (problemCodeOf(error)) showFieldErrors((error as Problem).errors, fields, form.setError);
    },
  });
  return (
    <FormProvider {...form}>
      <DialogForm
        onSubmit={form.handleSubmit((values) => saving.mutate(values))}
        onCancel={onClose}
        submitLabel={lot ? 'Save changes' : 'Add lot'}
        saving={saving.isPending}
        failure={saving.isError && messageOf(saving.error, 'The lot could not be saved. Try again.')}
      >
        <LotFields lot={lot} />
      </DialogForm>
      <UnsavedChanges isDirty={() => isDirty && !saved.current} />
    </FormProvider>
  );
}

function LotFields({ lot }: { lot: Lot | undefined }) {
  const { register, formState } = useFormContext<LotFormValues>();
  const can = usePermissions();
  const { errors } = formState;
  const isClosed = lot?.state === 'closed';
  const cost = lot?.goods == null ? null : formatMoney(lot.goods);
  return (
    <div className="grid gap-5">
      {isClosed ? (
        <p className="rounded-control bg-sunken px-3 py-2 text-sm">
          The lot is closed{cost && ` with ${cost} for the devices`}. Supplier, amounts and tax scheme stay as
          they are.
        </p>
      ) : (
        <SupplierField />
      )}
      <TextInput
        label="Number of the supplier"
        hint="Invoice or purchase order."
        maxLength={120}
        {...register('reference')}
        error={errors.reference?.message}
      />
      {!isClosed && can('costs.see') && (
        <div className="grid gap-4 sm:grid-cols-2">
          <MoneyInput
            label="Price of all devices"
            hint="Without freight and duty. Empty: not known yet."
            {...register('goods')}
            error={errors.goods?.message}
          />
          <Select label="Divide costs" {...register('spread')} error={errors.spread?.message}>
            {spreads.map((spread) => (
              <option key={spread} value={spread}>
                {spreadLabels[spread]}
              </option>
            ))}
          </Select>
        </div>
      )}
      {!isClosed && (
        <Select label="Tax on sales" {...register('taxScheme')} error={errors.taxScheme?.message}>
          {!lot && <option value="">As the supplier</option>}
          {taxSchemes.map((scheme) => (
            <option key={scheme} value={scheme}>
              {taxSchemeLabels[scheme]}
            </option>
          ))}
        </Select>
      )}
      <TextInput
        type="date"
        label="Expected on"
        {...register('expectedOn')}
        error={errors.expectedOn?.message}
      />
      <TextArea label="Note" rows={2} maxLength={2000} {...register('note')} error={errors.note?.message} />
    </div>
  );
}

function SupplierField() {
  const { register, setValue, watch, formState } = useFormContext<LotFormValues>();
  const [adding, setAdding] = useState(false);
  const suppliers = useQuery({
    queryKey: ['lots', 'suppliers'],
    queryFn: ({ signal }) => api.listSuppliers({ query: {} }, { signal }),
    select: (answer) => answer.suppliers,
  });
  return (
    <div className="flex flex-wrap items-start gap-2">
      <Select
        label="Supplier"
        required
        fieldClassName="min-w-48 flex-1"
        {...register('supplier')}
        // Controlled, so that it shows its choice once the options are loaded.
        value={watch('supplier')}
        error={
          formState.errors.supplier && suppliers.data
            ? 'Choose the supplier, or add one'
            : suppliers.isError
              ? 'The suppliers could not be loaded. Close this and try again.'
              : undefined
        }
      >
        <option value="">Choose</option>
        {suppliers.data?.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      <Button variant="outline" className="sm:mt-6.5" onClick={() => setAdding(true)}>
        New supplier
      </Button>
      <SupplierDialog
        open={adding}
        onClose={() => setAdding(false)}
        onSaved={async ({ id }) => {
          setAdding(false);
          await suppliers.refetch();
          setValue('supplier', id, { shouldDirty: true, shouldValidate: true });
        }}
      />
    </div>
  );
}
