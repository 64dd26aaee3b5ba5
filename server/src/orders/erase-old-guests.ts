import { and, asc, inArray, isNull, lt, ne } from 'drizzle-orm';
import type { Keyring } from '../platform/crypto/keyring.ts';
import type { Tx } from '../platform/database/database.ts';
import { eraseFromOrders } from './erase-user-from-orders.ts';
import { orders } from './orders.tables.ts';

/** Erases personal data from the oldest closed guest orders placed before a time; returns their number. */
export async function eraseGuestsBefore(
  tx: Tx,
  secret: Keyring,
  before: Date,
  limit: number,
): Promise<number> {
  const rows = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        lt(orders.createdAt, before),
        isNull(orders.userId),
        ne(orders.email, ''),
        inArray(orders.status, ['delivered', 'cancelled']),
      ),
    )
    .orderBy(asc(orders.createdAt))
    .limit(limit)
    .for('update', { skipLocked: true });
  if (rows.length === 0) return 0;
  await eraseFromOrders(
    tx,
    secret,
    inArray(
      orders.id,
      rows.map(({ id }) => id),
    ),
  );
  return rows.length;
}
