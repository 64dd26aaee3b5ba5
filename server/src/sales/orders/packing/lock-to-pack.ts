import { Problem } from '@reprise/contract/problem';
import { heldSentence } from '@reprise/contract/sales/orders/held-order';
import type { Tx } from '../../../platform/database/database.ts';
import type { BoundUnit } from '../../../workshop/units/in-orders/bindings.ts';
import { wrongUnit } from '../../../workshop/units/in-orders/find-to-pack.ts';
import type { StockLine } from '../devices/stock-lines.ts';
import { isOut } from '../lifecycle/change-status.ts';
import { orderNotFound } from '../order-access.ts';
import { lockOrderRow, type OrderRow } from '../orders.queries.ts';
import { assertNumberChecked } from '../tax/exempt-orders.ts';

/** Locks an order whose devices are packed; throws WRONG_UNIT with a sentence for the packer if they are not. */
export async function lockToPack(tx: Tx, reference: string): Promise<OrderRow> {
  const order = await lockToScan(tx, reference);
  if (isOut(order.status)) throw hasShipped();
  return order;
}

/** Locks an order that devices are scanned for, before or after it left; throws as `lockToPack` does. */
export async function lockToScan(tx: Tx, reference: string): Promise<OrderRow> {
  const order = await lockOrderRow(tx, reference);
  if (!order) throw orderNotFound();
  if (order.status === 'cancelled') throw wrongUnit('This order has been cancelled. Put the devices back.');
  if (!isOut(order.status) && order.dueCents > 0) {
    throw new Problem('PAYMENT_NOT_COMPLETED', heldSentence(order.dueCents));
  }
  assertNumberChecked(order);
  return order;
}

export const hasShipped = () => wrongUnit('This order has been shipped already.');

/** Returns the lines that still need devices beside those packed and chosen. */
export function openLines(lines: StockLine[], bound: BoundUnit[]): StockLine[] {
  const byItem = Map.groupBy(bound, ({ itemId }) => itemId);
  return lines.filter(({ itemId, quantity }) => (byItem.get(itemId)?.length ?? 0) < quantity);
}
