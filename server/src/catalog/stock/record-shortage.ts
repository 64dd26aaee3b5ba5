import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/new-id.ts';
import { stockMovements } from '../catalog.tables.ts';

type Shortage = { productId: string; orderId: string; unitId: string; actorId: string | null; now: Date };

/**
 * Records that a device went off sale and that an order stopped waiting for one. The stock of the product, which is
 * locked, stays: two changes of the count would announce it as back in stock.
 */
export async function recordShortage(
  tx: Tx,
  { productId, orderId, unitId, actorId, now }: Shortage,
): Promise<void> {
  const movement = { productId, note: '', unitId, actorId, createdAt: now };
  await tx.insert(stockMovements).values([
    { ...movement, id: newId('mov'), change: 1, reason: 'shortage', orderId },
    { ...movement, id: newId('mov'), change: -1, reason: 'delisting', orderId: null },
  ]);
}
