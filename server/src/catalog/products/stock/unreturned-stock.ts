import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/new-id.ts';
import { stockMovements } from '../products.tables.ts';
import { lockStock, type StockChange, type StockLine } from './change-stock.ts';

/** Ledger note of units that never came back from a cancelled order. */
const notReturned = 'not returned';

/**
 * Records lines that an order booked back, or takes again, while the units are elsewhere: each movement has an
 * adjustment that cancels it out. The stock count stays, so that no alert promises units that are not there.
 */
export async function recordUnreturned(
  tx: Tx,
  lines: StockLine[],
  { orderId, reason, actorId, now }: Omit<StockChange, 'alerts'>,
): Promise<void> {
  const sign = reason === 'cancellation' ? 1 : -1;
  const existing = await lockStock(
    tx,
    lines.map(({ productId }) => productId),
  );
  const movements = lines
    .filter(({ productId }) => existing.has(productId))
    .flatMap(({ productId, quantity }) => [
      { productId, change: sign * quantity, reason, note: '' },
      { productId, change: -sign * quantity, reason: 'adjustment' as const, note: notReturned },
    ]);
  if (movements.length === 0) return;
  await tx
    .insert(stockMovements)
    .values(
      movements.map((movement) => ({ ...movement, id: newId('mov'), orderId, actorId, createdAt: now })),
    );
}

/** Returns the units of an order that were not returned when it was cancelled, by product. */
export async function readUnreturned(tx: Tx, orderId: string): Promise<Map<string, number>> {
  const rows = await tx
    .select({ productId: stockMovements.productId, units: sql<number>`-sum(${stockMovements.change})::int` })
    .from(stockMovements)
    .where(and(eq(stockMovements.orderId, orderId), eq(stockMovements.reason, 'adjustment')))
    .groupBy(stockMovements.productId);
  return new Map(rows.filter(({ units }) => units > 0).map(({ productId, units }) => [productId, units]));
}
