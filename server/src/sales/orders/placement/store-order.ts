import { type StockLeft, type StockLine, takeStock } from '../../../catalog/products/stock/change-stock.ts';
import type { Deps } from '../../../deps.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/new-id.ts';
import { stepSentences } from '../lifecycle/order-timeline.ts';
import type { EventRow } from '../orders.queries.ts';
import { orderEvents, orderItems, orders } from '../orders.tables.ts';

/** An order with what it takes from stock, one line per product. */
type NewStoredOrder = {
  row: typeof orders.$inferInsert & { id: string };
  items: (typeof orderItems.$inferInsert)[];
  event: EventRow;
  taken: StockLine[];
};

/**
 * Stores an order of any origin: its row, items and first timeline event, and its stock with the ledger. Takes all of
 * its stock or throws OUT_OF_STOCK; returns what is left.
 */
export async function storeOrder(
  tx: Tx,
  { row, items, event, taken }: NewStoredOrder,
  by: { actorId: string | null; now: Date } & Pick<Deps, 'alerts'>,
): Promise<StockLeft[]> {
  await tx.insert(orders).values(row);
  await tx.insert(orderItems).values(items);
  await tx.insert(orderEvents).values(event);
  if (taken.length === 0) return [];
  return takeStock(tx, taken, { orderId: row.id, reason: 'order', ...by });
}

/** Returns the first timeline event of an order. */
export function placedEvent(
  orderId: string,
  createdAt: Date,
  { actorId, description }: Partial<Pick<EventRow, 'actorId' | 'description'>> = {},
): EventRow {
  return {
    id: newId('oev'),
    orderId,
    status: 'Order Placed',
    description: description ?? stepSentences['Order Placed'],
    location: null,
    actorId: actorId ?? null,
    createdAt,
  };
}
