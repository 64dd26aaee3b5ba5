import { type Discount, discountInput } from '@reprise/contract/sales/discounts/discounts';
import { FormProvider } from 'react-hook-form';
import { FormDialog } from '../../../admin-ui/forms/form-dialog.tsx';
import { useSavedForm } from '../../../admin-ui/forms/use-saved-form.ts';
import { api } from '../../../api/browser-api.ts';
import { DiscountFields } from './discount-fields.tsx';
import { newDiscountValues, valuesOfDiscount, wireOfDiscount } from './discount-form-values.ts';

type DiscountDialogProps = {
  /** Missing for a new code. */
  discount?: Discount;
  timeZone: string;
  onClose: () => void;
};

/** Adds a discount code or changes one. */
export function DiscountDialog({ discount, timeZone, onClose }: DiscountDialogProps) {
  const form = useSavedForm({
    defaultValues: discount ? valuesOfDiscount(discount, timeZone) : newDiscountValues(timeZone, new Date()),
    schema: discountInput,
    bodyOf: (values) => wireOfDiscount(values, timeZone, discount),
    save: (body) =>
      discount
        ? api.updateDiscount({ params: { id: discount.id }, body: { ...body, version: discount.version } })
        : api.createDiscount({ body }),
    done: discount ? 'Discount code saved' : 'Discount code added',
    failed: 'The code could not be saved. Try again.',
    invalidates: [['discounts']],
    onSaved: onClose,
  });
  return (
    <FormProvider {...form}>
      <FormDialog
        form={form}
        guarded
        title={discount ? `Edit code ${discount.code}` : 'Add discount code'}
        onClose={onClose}
        submitLabel={discount ? 'Save changes' : 'Add code'}
      >
        {discount && discount.uses > 0 && (
          <p className="mb-4 rounded-control bg-sunken px-3 py-2 text-sm">
            {discount.uses === 1 ? 'One order was' : `${discount.uses} orders were`} placed with this code and
            will not change.
          </p>
        )}
        <DiscountFields />
      </FormDialog>
    </FormProvider>
  );
}
