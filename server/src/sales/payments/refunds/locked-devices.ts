import { type Cents, cents, formatMoney } from '@reprise/contract/money';
import { Problem } from '@reprise/contract/problem';
import { amountOfItems } from '@reprise/contract/sales/orders/refund-items';
import type { Queryable, Tx } from '../../../platform/database/database.ts';
import { type LockedDevice, readLockedDevices } from '../../orders/devices/locked-devices.ts';
import type { EditPlan } from '../../orders/edits/plan-edit.ts';
import { type ItemRow, readOrder } from '../../orders/orders.queries.ts';
import type { RefundedItem } from '../../orders/refunded-items.ts';

type Refunding = {
  items: RefundedItem[] | undefined;
  amountCents: Cents;
  /** Amount that was paid for the items, or for the shipping, of the refund. */
  paid: Cents | undefined;
  /** Amount that is left of all payments. */
  left: Cents;
};

/**
 * Throws NOT_REFUNDABLE for a refund of a device that came back locked to an account, and for an amount that would be its
 * money: it can neither be tested nor sold.
 */
export async function assertLeavesLocked(
  tx: Tx,
  orderId: string,
  { items, amountCents, paid = cents(0), left }: Refunding,
): Promise<void> {
  const locked = await readLockedDevices(tx, [orderId]);
  if (locked.length === 0) return;
  const order = await readOrder(tx, orderId);
  const lines = order.items.map(({ product, quantity, refundedQuantity = 0 }) => {
    const numbers = numbersOf(locked, product.id);
    const open = quantity - refundedQuantity;
    return { product: product.id, quantity: Math.min(numbers.length, open), open, numbers };
  });
  for (const { productId, quantity, units = [] } of items ?? []) {
    const line = lines.find(({ product }) => product === productId);
    if (!line || line.quantity === 0) continue;
    const named = units.find((number) => line.numbers.includes(number));
    if (named || quantity > line.open - line.quantity) throw isLocked(named ?? line.numbers[0]);
  }
  const most = Math.max(left - amountOfItems(order, lines), paid);
  const [first] = lines.filter(({ quantity }) => quantity > 0);
  if (!first || amountCents <= most) return;
  throw isLocked(first.numbers[0], most > 0 ? `At most ${formatMoney(cents(most))} can be refunded. ` : '');
}

/** Throws NOT_REFUNDABLE if an order, or one that was cancelled, has a device in hand that is locked to an account. */
export async function assertNoneLocked(db: Queryable, orderId: string): Promise<void> {
  const [locked] = await readLockedDevices(db, [orderId]);
  if (locked) throw isLocked(locked.number);
}

/** Throws EDIT_CONFLICT for an edit that refunds what was paid for a device that came back locked to an account. */
export async function assertLockedStay(
  db: Queryable,
  orderId: string,
  before: ItemRow[],
  { changed, removed }: Pick<EditPlan, 'changed' | 'removed'>,
): Promise<void> {
  const locked = await readLockedDevices(db, [orderId]);
  for (const item of before) {
    const { productId, quantity, unitPriceCents, refundedQuantity } = item;
    const numbers = numbersOf(locked, productId);
    const kept = Math.min(numbers.length, quantity - refundedQuantity);
    if (kept === 0) continue;
    const isProduct = (row: ItemRow) => row.productId === productId;
    const after = removed.some(isProduct) ? null : (changed.find(isProduct) ?? item);
    const isKept = after !== null && after.quantity - refundedQuantity >= kept;
    if (isKept && after.unitPriceCents >= unitPriceCents) continue;
    throw new Problem(
      'EDIT_CONFLICT',
      `${numbers[0]} came back locked to an account, so that its money stays. Keep it in the order at its price.`,
    );
  }
}

const numbersOf = (locked: LockedDevice[], product: string): string[] =>
  locked.filter(({ productId }) => productId === product).map(({ number }) => number);

function isLocked(number = 'A device', limit = ''): Problem {
  return new Problem(
    'NOT_REFUNDABLE',
    `${number} came back locked to an account, so that its money is not refunded. ${limit}Ask the customer to remove the lock, or decide on its return.`,
  );
}
