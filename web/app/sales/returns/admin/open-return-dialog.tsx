import type { Order } from '@reprise/contract/sales/orders/order';
import { type ReturnableItem, staffReturn } from '@reprise/contract/sales/returns/return';
import {
  type ReturnReason,
  returnReasonLabels,
  returnReasons,
} from '@reprise/contract/sales/returns/return-states';
import { readWhole } from '@reprise/contract/typed-number';
import { FormDialog } from '../../../admin-ui/forms/form-dialog.tsx';
import { useSavedForm } from '../../../admin-ui/forms/use-saved-form.ts';
import { api } from '../../../api/browser-api.ts';
import type { CheckedForm } from '../../../forms/use-checked-form.ts';
import { Checkbox } from '../../../ui/forms/checkbox.tsx';
import { WholeNumberInput } from '../../../ui/forms/number-input.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { TextArea } from '../../../ui/forms/text-area.tsx';

type Values = {
  lines: { isChosen: boolean; quantity: string; reason: ReturnReason }[];
  note: string;
  exceptionReason: string;
};

type OpenReturnDialogProps = { order: Order; items: ReturnableItem[]; onClose: () => void };

/** Opens an approved return for a customer, such as after a call. */
export function OpenReturnDialog({ order, items, onClose }: OpenReturnDialogProps) {
  const form = useSavedForm({
    defaultValues: {
      lines: items.map(({ quantity }) => ({
        isChosen: items.length === 1,
        quantity: String(quantity),
        reason: 'not-needed',
      })),
      note: '',
      exceptionReason: '',
    } as Values,
    schema: staffReturn,
    bodyOf: ({ lines, note, exceptionReason }: Values) => ({
      lines: items.flatMap(({ product, unit }, index) => {
        const line = lines[index];
        if (!line?.isChosen) return [];
        const quantity = unit === null ? (readWhole(line.quantity) ?? null) : 1;
        return [{ product: product.id, ...(unit !== null && { unit }), quantity, reason: line.reason, note }];
      }),
      exceptionReason,
    }),
    save: (body, idempotencyKey) =>
      api.openReturnForCustomer({ params: { id: order.id }, body }, { idempotencyKey: idempotencyKey() }),
    done: ({ return: { number } }) => `Return ${number} opened. The customer gets an email.`,
    invalidates: [['returns'], ['order']],
    onSaved: onClose,
  });
  return (
    <FormDialog
      form={form}
      title={`Return of order ${order.orderNumber}`}
      onClose={onClose}
      submitLabel="Open the return"
    >
      <div className="grid gap-5">
        {items.map((item, index) => (
          <Line key={`${item.product.id} ${item.unit}`} form={form} item={item} index={index} />
        ))}
        {form.formState.errors.lines?.message && (
          <p className="text-bad-text text-sm">{form.formState.errors.lines.message}</p>
        )}
        <TextArea label="In the customer’s words" rows={2} maxLength={1000} {...form.field('note')} />
        <TextArea
          label="Why it is taken back outside its time"
          hint="Required only where the time for the reason is over."
          rows={2}
          maxLength={500}
          {...form.field('exceptionReason')}
        />
      </div>
    </FormDialog>
  );
}

type LineProps = { form: CheckedForm<Values>; item: ReturnableItem; index: number };

function Line({ form, item: { product, unit, quantity }, index }: LineProps) {
  const name = `lines.${index}` as const;
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Checkbox
        className="sm:col-span-2"
        label={product.name}
        hint={unit === null ? undefined : `Device ${unit}`}
        {...form.register(`${name}.isChosen`)}
      />
      {form.watch(`${name}.isChosen`) && (
        <>
          <Select
            label="Reason"
            options={returnReasons.map((reason) => [reason, returnReasonLabels[reason]])}
            {...form.register(`${name}.reason`)}
          />
          {unit === null && quantity > 1 && (
            <WholeNumberInput label={`How many of ${quantity}?`} {...form.field(`${name}.quantity`)} />
          )}
        </>
      )}
    </div>
  );
}
