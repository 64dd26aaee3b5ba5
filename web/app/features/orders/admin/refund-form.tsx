import { type Cents, cents, formatMoney } from '@reprise/contract/money';
import type { Order, OrderPayment } from '@reprise/contract/orders/order';
import { amountOfItems } from '@reprise/contract/orders/refund-items';
import { paymentEndpoints } from '@reprise/contract/payments/payments';
import { readAmount } from '@reprise/contract/typed-number';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { DialogForm } from '../../../admin-ui/dialog-form.tsx';
import { formResolver } from '../../../admin-ui/form-resolver.ts';
import { api } from '../../../api/browser-api.ts';
import { messageOf } from '../../../api/error-message.ts';
import { Checkbox } from '../../../ui/forms/checkbox.tsx';
import { MoneyInput } from '../../../ui/forms/number-input.tsx';
import { QuantityStepper } from '../../../ui/forms/quantity-stepper.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { notify } from '../../../ui/overlays/notify.ts';
import { isEditable } from './edit-order/editable.ts';

type Refunding = { amount: string; reason: string };

const refundTexts: Record<OrderPayment['method'], string> = {
  card: 'The refund goes to the card that paid.',
  paypal: 'The refund goes to the PayPal account that paid.',
  online: 'The refund goes to the payment method of the customer.',
  cash: 'The payment was in cash: hand the money back yourself. The refund is only recorded here.',
  transfer: 'The payment was a transfer: send the money back yourself. The refund is only recorded here.',
  channel: 'The sales channel refunds its buyer. Where it only knows files, refund the order there yourself.',
};

type RefundFormProps = { order: Order; maxAmount: Cents; onDone: () => void };

/** Form for a refund: of units, whose amount it computes, or of an amount. */
export function RefundForm({ order, maxAmount, onDone }: RefundFormProps) {
  const payer = order.payments?.find(({ refundable }) => refundable > 0)?.method;
  const [units, setUnits] = useState<Record<string, number>>({});
  const [isRestocked, setRestocked] = useState(false);
  const items = Object.entries(units)
    .filter(([, quantity]) => quantity > 0)
    .map(([product, quantity]) => ({ product, quantity }));
  const { register, handleSubmit, formState, watch, setValue } = useForm<Refunding>({
    defaultValues: { amount: (maxAmount / 100).toFixed(2), reason: '' },
    resolver: formResolver(paymentEndpoints.refundOrder.body, ({ amount, reason }) => ({
      // A blank amount is an error; a missing one would refund the remainder.
      amount: readAmount(amount) ?? '',
      reason,
    })),
  });
  const choose = (product: string, quantity: number) => {
    const chosen = { ...units, [product]: quantity };
    setUnits(chosen);
    const list = Object.entries(chosen).map(([id, count]) => ({ product: id, quantity: count }));
    const isNone = list.every((item) => item.quantity === 0);
    const amount = isNone ? maxAmount : Math.min(amountOfItems(order, list), maxAmount);
    setValue('amount', (amount / 100).toFixed(2), { shouldValidate: formState.isSubmitted });
  };
  const typed = readAmount(watch('amount'));
  const amount = cents(typeof typed === 'number' ? Math.round(typed * 100) : 0);
  const tooMuch = amount > maxAmount;
  const saving = useRefunding(order, onDone);
  return (
    <DialogForm
      onSubmit={handleSubmit(({ reason }) =>
        saving.mutate({
          ...{ amount, reason: reason || null },
          ...(items.length > 0 && { items, restock: isRestocked }),
        }),
      )}
      onCancel={onDone}
      submitLabel={amount > 0 && !tooMuch ? `Refund ${formatMoney(amount)}` : 'Refund'}
      submitDisabled={tooMuch}
      saving={saving.isPending}
      danger
      failure={
        saving.isError &&
        messageOf(
          saving.error,
          'The refund was not confirmed. You can safely try again; it is sent only once.',
        )
      }
    >
      <div className="grid gap-4">
        <p className="text-ink-muted text-sm">
          {payer && refundTexts[payer]} Up to {formatMoney(maxAmount)} can be refunded.{' '}
          {isEditable(order) && 'To take items out of the order before it ships, edit the order instead.'}
        </p>
        <RefundedUnits order={order} units={units} onChange={choose} />
        {items.length > 0 && (
          <Checkbox
            label="Return these items to stock"
            checked={isRestocked}
            onChange={(event) => setRestocked(event.target.checked)}
          />
        )}
        <MoneyInput
          label="Amount"
          hint={items.length > 0 && 'The items with their tax, without shipping.'}
          {...register('amount')}
          error={tooMuch ? `At most ${formatMoney(maxAmount)}` : formState.errors.amount?.message}
        />
        <TextInput
          label="Reason"
          hint="For your records. The customer does not see it."
          {...register('reason')}
          error={formState.errors.reason?.message}
        />
      </div>
    </DialogForm>
  );
}

type RefundBody = Parameters<typeof api.refundOrder>[0]['body'];

function useRefunding(order: Order, onDone: () => void) {
  const queries = useQueryClient();
  // One key until the outcome is known, so that a retry cannot refund twice.
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  return useMutation({
    mutationFn: (body: RefundBody) => api.refundOrder({ params: { id: order.id }, body }, { idempotencyKey }),
    onSuccess: (_, { amount }) => {
      notify('success', `${formatMoney(amount ?? cents(0))} will be refunded to the customer`);
      onDone();
    },
    onSettled: () => queries.invalidateQueries(),
  });
}

type RefundedUnitsProps = {
  order: Order;
  units: Record<string, number>;
  onChange: (product: string, quantity: number) => void;
};

/** Items that can still be refunded, each with the number of units to refund. */
function RefundedUnits({ order, units, onChange }: RefundedUnitsProps) {
  const open = order.items.filter(({ quantity, refundedQuantity = 0 }) => quantity > refundedQuantity);
  if (open.length === 0) return null;
  return (
    <ul className="divide-y divide-line border-line border-y text-sm" aria-label="Items to refund">
      {open.map(({ product, quantity, refundedQuantity = 0 }) => (
        <li key={product.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
          <p className="min-w-40 flex-1">
            <span className="block font-medium">{product.name}</span>
            <span className="tabular text-ink-muted">
              {quantity - refundedQuantity} × {formatMoney(product.price)}
            </span>
          </p>
          <QuantityStepper
            label={`Units of ${product.name} to refund`}
            value={units[product.id] ?? 0}
            min={0}
            max={quantity - refundedQuantity}
            size="sm"
            onChange={(next) => onChange(product.id, next)}
          />
        </li>
      ))}
    </ul>
  );
}
