import { formatMoney } from '@reprise/contract/money';
import { readAmount, typeAmount } from '@reprise/contract/typed-number';
import {
  type Lot,
  lotInput,
  type Spread,
  spreadLabels,
  type TaxScheme,
  taxSchemeLabels,
} from '@reprise/contract/workshop/lots/lot';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { FormDialog } from '../../../admin-ui/forms/form-dialog.tsx';
import { useSavedForm } from '../../../admin-ui/forms/use-saved-form.ts';
import { api } from '../../../api/browser-api.ts';
import { useFormFields } from '../../../forms/use-checked-form.ts';
import { usePermissions } from '../../../session/use-permissions.ts';
import { Button } from '../../../ui/button.tsx';
import { MoneyInput } from '../../../ui/forms/number-input.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { TextArea } from '../../../ui/forms/text-area.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { useDebounced } from '../../../ui/use-debounced.ts';
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

type LotDialogProps = {
  /** Missing for a new lot. */
  lot?: Lot;
  onClose: () => void;
  onSaved: (lot: Lot) => void;
};

/** Adds a lot or changes one. */
export function LotDialog({ lot, onClose, onSaved }: LotDialogProps) {
  const can = usePermissions();
  const form = useSavedForm({
    defaultValues: valuesOfLot(lot),
    schema: lotInput,
    bodyOf: ({ goods, taxScheme, expectedOn, ...values }) => ({
      ...values,
      ...(taxScheme && { taxScheme }),
      ...(can('costs.see') && { goods: readAmount(goods) ?? null }),
      expectedOn: expectedOn || null,
    }),
    save: (body) =>
      lot
        ? api.updateLot({ params: { id: lot.id }, body: { ...body, version: lot.version } })
        : api.createLot({ body }),
    done: (answer) => (lot ? 'Lot saved' : `Lot ${answer.lot.number} added`),
    failed: 'The lot could not be saved. Try again.',
    invalidates: [['lots']],
    onSaved: (answer) => onSaved(answer.lot),
  });
  return (
    <FormProvider {...form}>
      <FormDialog
        form={form}
        guarded
        title={lot ? `Edit lot ${lot.number}` : 'New lot'}
        onClose={onClose}
        submitLabel={lot ? 'Save changes' : 'Add lot'}
      >
        <LotFields lot={lot} />
      </FormDialog>
    </FormProvider>
  );
}

function valuesOfLot(lot: Lot | undefined): LotFormValues {
  return {
    supplier: lot?.supplier.id ?? '',
    reference: lot?.reference ?? '',
    goods: lot?.goods == null ? '' : typeAmount(lot.goods),
    spread: lot?.spread ?? 'price',
    taxScheme: lot?.taxScheme ?? '',
    expectedOn: lot?.expectedOn ?? '',
    note: lot?.note ?? '',
  };
}

function LotFields({ lot }: { lot: Lot | undefined }) {
  const { field } = useFormFields<LotFormValues>();
  const can = usePermissions();
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
      <ReferenceField lot={lot} />
      {!isClosed && can('costs.see') && (
        <div className="grid gap-4 sm:grid-cols-2">
          <MoneyInput
            label="Price of all devices"
            hint="Without freight and duty. Empty: not known yet."
            {...field('goods')}
          />
          <Select label="Divide costs" options={spreadLabels} {...field('spread')} />
        </div>
      )}
      {!isClosed && (
        <Select label="Tax on sales" options={taxSchemeLabels} {...field('taxScheme')}>
          {!lot && <option value="">As the supplier</option>}
        </Select>
      )}
      <TextInput type="date" label="Expected on" {...field('expectedOn')} />
      <TextArea label="Note" rows={2} maxLength={2000} {...field('note')} />
    </div>
  );
}

/** Number of the supplier; says which other lot has it, because the same delivery may have been added before. */
function ReferenceField({ lot }: { lot: Lot | undefined }) {
  const { field, watch } = useFormFields<LotFormValues>();
  const reference = useDebounced(watch('reference').trim(), 300);
  const supplier = watch('supplier');
  const { data: others = [] } = useQuery({
    queryKey: ['lots', 'same-number', supplier, reference],
    queryFn: ({ signal }) => api.listLots({ query: { search: reference, supplier } }, { signal }),
    enabled: reference !== '' && supplier !== '',
    select: ({ lots }) =>
      lots.filter((other) => other.id !== lot?.id && isSameNumber(other.reference, reference)),
  });
  return (
    <div className="grid gap-1.5">
      <TextInput
        label="Number of the supplier"
        hint="Invoice or purchase order."
        maxLength={120}
        {...field('reference')}
      />
      <p role="status" className="font-medium text-sm text-warn-text empty:hidden">
        {others[0] && `Lot ${others[0].number} of this supplier has this number.`}
      </p>
    </div>
  );
}

const isSameNumber = (first: string, second: string) => plain(first) === plain(second);
const plain = (number: string) => number.replace(/[\s-]/g, '').toLowerCase();

function SupplierField() {
  const { field, setValue, watch } = useFormFields<LotFormValues>();
  const [adding, setAdding] = useState(false);
  const suppliers = useQuery({
    queryKey: ['lots', 'suppliers'],
    queryFn: ({ signal }) => api.listSuppliers({ query: {} }, { signal }),
    select: (answer) => answer.suppliers,
  });
  const { error, ...supplier } = field('supplier');
  return (
    <div className="flex flex-wrap items-start gap-2">
      <Select
        label="Supplier"
        required
        fieldClassName="min-w-48 flex-1"
        options={suppliers.data?.map(({ id, name }) => [id, name])}
        {...supplier}
        // Controlled, so that it shows its choice once the options are loaded.
        value={watch('supplier')}
        error={
          error && suppliers.data
            ? 'Choose the supplier, or add one'
            : suppliers.isError
              ? 'The suppliers could not be loaded. Close this and try again.'
              : undefined
        }
      >
        <option value="">Choose</option>
      </Select>
      <Button variant="outline" className="sm:mt-6.5" onClick={() => setAdding(true)}>
        New supplier
      </Button>
      {adding && (
        <SupplierDialog
          onClose={() => setAdding(false)}
          onSaved={async ({ id }) => {
            // Before the names are there: the lot may be added at once.
            setValue('supplier', id, { shouldDirty: true, shouldValidate: true });
            setAdding(false);
            await suppliers.refetch();
          }}
        />
      )}
    </div>
  );
}
