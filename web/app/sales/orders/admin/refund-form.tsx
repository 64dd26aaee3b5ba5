import { addCents, type Cents, cents, formatMoney, toCents } from '@reprise/contract/money';
import type { Order, OrderPayment, RefundKind } from '@reprise/contract/sales/orders/order';
import { amountOfItems, chargedForShipping } from '@reprise/contract/sales/orders/refund-items';
import type { ManualMethod } from '@reprise/contract/sales/payments/payment-methods';
import { paymentEndpoints } from '@reprise/contract/sales/payments/payments';
import { readAmount, typeAmount } from '@reprise/contract/typed-number';
import { FormDialog } from '../../../admin-ui/forms/form-dialog.tsx';
import { useSavedForm } from '../../../admin-ui/forms/use-saved-form.ts';
import { api } from '../../../api/browser-api.ts';
import { Checkbox } from '../../../ui/forms/checkbox.tsx';
import { MoneyInput } from '../../../ui/forms/number-input.tsx';
import { QuantityStepper } from '../../../ui/forms/quantity-stepper.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { isEditable } from './edit-order/editable.ts';
import { ReturnedDevices, sentDevices } from './returned-devices.tsx';

const refundTexts: Record<OrderPayment['method'], string> = {
  card: 'The refund goes to the card that paid.',
  paypal: 'The refund goes to the PayPal account that paid.',
  klarna: 'The refund goes through Klarna.',
  online: 'The refund goes to the payment method of the customer.',
  cash: 'The payment was in cash: hand the money back yourself. The refund is only recorded here.',
  transfer: 'The payment was a transfer: send the money back yourself. The refund is only recorded here.',
  channel: 'The sales channel refunds its buyer. Where it only knows files, refund the order there yourself.',
};

type RefundDialogProps = { order: Order; onClose: () => void };

const sumOf = (payments: OrderPayment[]): Cents => addCents(payments.map(({ refundable }) => refundable));

const itemsOf = (units: Record<string, number>, devices: Record<string, string[]> = {}) =>
  Object.entries(units)
    .filter(([, quantity]) => quantity > 0)
    .map(([product, quantity]) => {
      const named = devices[product] ?? [];
      return { product, quantity, ...(named.length > 0 && { units: named }) };
    });

function useRefundForm({ order, maxAmount, onClose }: RefundDialogProps & { maxAmount: Cents }) {
  return useSavedForm({
    defaultValues: {
      amount: typeAmount(maxAmount),
      kind: '' as RefundKind | '',
      reason: '',
      units: {} as Record<string, number>,
      devices: {} as Record<string, string[]>,
      restock: false,
      byHand: { method: 'transfer' as ManualMethod, reference: '' },
      isByHand: false,
    },
    schema: paymentEndpoints.refundOrder.body,
    bodyOf: ({ amount, kind, reason, units, devices, restock, byHand, isByHand }) => {
      const items = itemsOf(units, devices);
      const isNamed = items.some((item) => item.units !== undefined);
      return {
        // A blank amount is an error; a missing one would refund the remainder.
        amount: readAmount(amount) ?? '',
        reason: reason || null,
        ...(isByHand && { byHand }),
        ...(items.length > 0 ? { items, restock: restock || isNamed } : { kind: kind || null }),
      };
    },
    save: (body, idempotencyKey) =>
      api.refundOrder({ params: { id: order.id }, body }, { idempotencyKey: idempotencyKey() }),
    done: ({ refund }) =>
      refund.byHand
        ? `${formatMoney(refund.amount)} is recorded as returned by hand`
        : `${formatMoney(refund.amount)} will be refunded to the customer`,
    failed: 'The refund was not confirmed. You can safely try again; it is sent only once.',
    invalidatesOnFailure: true,
    onSaved: onClose,
  });
}

/** Refunds units, whose amount it computes, or an amount. */
export function RefundDialog({ order, onClose }: RefundDialogProps) {
  const payments = order.payments?.filter(({ refundable }) => refundable > 0) ?? [];
  const gone = payments.filter(({ isDisconnected }) => isDisconnected);
  // The rest is refunded through its processor once this money is returned.
  const maxAmount = gone.length > 0 ? sumOf(gone) : sumOf(payments);
  const form = useRefundForm({ order, maxAmount, onClose });
  const [units, devices, typed, isByHand] = form.watch(['units', 'devices', 'amount', 'isByHand']);
  const items = itemsOf(units, devices);
  const isNamed = items.some((item) => item.units !== undefined);
  const choose = (product: string, quantity: number) => {
    const chosen = { ...units, [product]: quantity };
    form.setValue('units', chosen);
    const list = itemsOf(chosen);
    const amount = list.length === 0 ? maxAmount : Math.min(amountOfItems(order, list), maxAmount);
    form.setValue('amount', typeAmount(cents(amount)), { shouldValidate: form.formState.isSubmitted });
  };
  const ofKind = form.field('kind');
  const chooseKind = (kind: string) => {
    const amount = kind === 'shipping' ? Math.min(chargedForShipping(order), maxAmount) : maxAmount;
    form.setValue('amount', typeAmount(cents(amount)), { shouldValidate: form.formState.isSubmitted });
  };
  const name = (product: string, numbers: string[]) => {
    form.setValue('devices', { ...devices, [product]: numbers });
    if (numbers.length > (units[product] ?? 0)) choose(product, numbers.length);
  };
  const read = readAmount(typed);
  const amount = typeof read === 'number' ? toCents(read) : cents(0);
  const tooMuch = amount > maxAmount;
  return (
    <FormDialog
      form={form}
      title={`Refund order ${order.orderNumber}`}
      onClose={onClose}
      submitLabel={amount > 0 && !tooMuch ? labelOf(amount, isByHand) : 'Refund'}
      submitDisabled={tooMuch}
      danger
    >
      <div className="grid gap-4">
        <p className="text-ink-muted text-sm">
          {textOf(payments, gone)} Up to {formatMoney(maxAmount)} can be refunded.{' '}
          {isEditable(order) && 'To take items out of the order before it ships, edit the order instead.'}
        </p>
        <RefundedUnits order={order} units={units} devices={devices} onChange={choose} onName={name} />
        {items.length > 0 && !isNamed && (
          <Checkbox {...restockTexts(order, units)} {...form.field('restock')} />
        )}
        {items.length === 0 && (
          <Select
            label="Refund of"
            hint="Decides the tax on the credit note."
            options={kindsOf(order)}
            {...ofKind}
            onChange={(event) => {
              ofKind.onChange(event);
              chooseKind(event.target.value);
            }}
          />
        )}
        <MoneyInput
          label="Amount"
          hint={items.length > 0 && 'The items with their tax, without shipping.'}
          {...form.field('amount')}
          {...(tooMuch && { error: `At most ${formatMoney(maxAmount)}` })}
        />
        <TextInput
          label="Reason"
          hint="For your records. The customer does not see it."
          {...form.field('reason')}
        />
        {gone.length > 0 && <ReturnByHand form={form} isByHand={isByHand} />}
      </div>
    </FormDialog>
  );
}

const labelOf = (amount: Cents, isByHand: boolean): string =>
  isByHand ? `Record ${formatMoney(amount)} as returned` : `Refund ${formatMoney(amount)}`;

/** Says which way the money goes; a page that is not connected any more takes no refund. */
function textOf([payment]: OrderPayment[], [gone]: OrderPayment[]): string {
  if (gone) {
    const page = gone.page ?? 'The payment page';
    return `${page} took this payment and is not connected any more. Return the money yourself, then record it here.`;
  }
  return payment ? refundTexts[payment.method] : '';
}

type ReturnByHandProps = { form: ReturnType<typeof useRefundForm>; isByHand: boolean };

/** Records what staff returned themselves, because the page that took the payment is not connected any more. */
function ReturnByHand({ form, isByHand }: ReturnByHandProps) {
  return (
    <>
      <Checkbox
        label="I have returned the money myself"
        hint="The refund is recorded, the customer is told, and nothing is sent."
        {...form.field('isByHand')}
      />
      {isByHand && (
        <>
          <Select
            label="Returned"
            options={[
              ['transfer', 'By bank transfer'],
              ['cash', 'In cash'],
            ]}
            {...form.field('byHand.method')}
          />
          <TextInput
            label="Reference or note"
            hint="For your records, such as the number of the transfer."
            {...form.field('byHand.reference')}
          />
        </>
      )}
    </>
  );
}

/** Parts that an amount may be of; shipping only if it was charged. */
function kindsOf(order: Order): [value: string, label: string][] {
  const shipping = chargedForShipping(order);
  return [
    ['', 'Goods and shipping, in proportion'],
    ['goods', 'Goods'],
    ...(shipping > 0 ? [['shipping', `Shipping (${formatMoney(shipping)})`] as [string, string]] : []),
    ['goodwill', 'Goodwill'],
  ];
}

/** Sent devices are in stock once they are listed again, so the choice is about their return alone. */
function restockTexts({ items }: Order, units: Record<string, number>) {
  const chosen = items.filter(({ product }) => (units[product.id] ?? 0) > 0);
  if (chosen.every((item) => sentDevices(item).length === 0)) return { label: 'Return these items to stock' };
  return { label: 'These items came back', hint: 'Devices are in stock once they are listed again.' };
}

type RefundedUnitsProps = {
  order: Order;
  units: Record<string, number>;
  /** Numbers of the devices that came back, by product. */
  devices: Record<string, string[]>;
  onChange: (product: string, quantity: number) => void;
  onName: (product: string, numbers: string[]) => void;
};

/** Items that can still be refunded, each with the number of units to refund. */
function RefundedUnits({ order, units, devices, onChange, onName }: RefundedUnitsProps) {
  const open = order.items.filter(({ quantity, refundedQuantity = 0 }) => quantity > refundedQuantity);
  if (open.length === 0) return null;
  return (
    <ul className="divide-y divide-line border-line border-y text-sm" aria-label="Items to refund">
      {open.map(({ product, quantity, refundedQuantity = 0, ...line }) => (
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
            onChange={(next) => {
              onChange(product.id, next);
              onName(product.id, (devices[product.id] ?? []).slice(0, next));
            }}
          />
          <SentDevices
            item={{ product, quantity, ...line }}
            chosen={devices[product.id] ?? []}
            max={quantity - refundedQuantity}
            onChange={(numbers) => onName(product.id, numbers)}
          />
        </li>
      ))}
    </ul>
  );
}

type SentDevicesProps = {
  item: Order['items'][number];
  chosen: string[];
  max: number;
  onChange: (numbers: string[]) => void;
};

function SentDevices({ item, chosen, max, onChange }: SentDevicesProps) {
  const devices = sentDevices(item);
  if (devices.length === 0) return null;
  return (
    <div className="w-full">
      <ReturnedDevices
        label="Which came back?"
        devices={devices}
        chosen={chosen}
        onChange={(numbers) => onChange(numbers.slice(-max))}
      />
    </div>
  );
}
