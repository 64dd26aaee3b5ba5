import type { Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/new-id.ts';
import { stockMovements } from '../products.tables.ts';

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

/**
 * Records units that an order was sold beyond the stock: it owns them, and they are not there. The stock of the product
 * stays.
 */
export async function recordSoldShort(
  tx: Tx,
  { productId, orderId, units, now }: Pick<Shortage, 'productId' | 'orderId' | 'now'> & { units: number },
): Promise<void> {
  const movement = { productId, note: '', orderId, unitId: null, actorId: null, createdAt: now };
  await tx.insert(stockMovements).values([
    { ...movement, id: newId('mov'), change: -units, reason: 'order' },
    { ...movement, id: newId('mov'), change: units, reason: 'shortage' },
  ]);
}
