import { and, asc, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { Keyring } from '../../platform/crypto/keyring.ts';
import type { Tx } from '../../platform/database/database.ts';
import { expireRows, type RetentionSteps } from '../../platform/database/retention-step.ts';
import { eraseFromOrders } from './erase-user-from-orders.ts';
import { expireRecipients } from './invoices/retained-recipients.ts';
import { orders, retainedInvoices } from './orders.tables.ts';
import { hasPersonalData } from './personal-data.ts';

/** Clears networks, erases guests from closed orders that match and deletes retained invoices, each from before its time. */
export function expireOrderData(
  secret: Keyring,
  before: { networks: string; guests: string; invoices: string },
  mayErase: SQL,
): RetentionSteps {
  return {
    'networks of orders': expireRows(
      (limit) => sql`update ${orders} set limit_key = null, limit_units = null where id in
        (select id from ${orders} where limit_key is not null and created_at < ${before.networks} limit ${limit})`,
    ),
    'orders of guests': (tx, limit) =>
      eraseGuests(tx, secret, and(lt(orders.createdAt, new Date(before.guests)), mayErase), limit),
    invoices: expireRows(
      (limit) => sql`delete from ${retainedInvoices} where order_id in
        (select order_id from ${retainedInvoices} where ordered_at < ${before.invoices} limit ${limit})`,
    ),
    ...expireRecipients(before.invoices),
  };
}

/** Erases personal data from the oldest closed guest orders that match; returns their number. */
async function eraseGuests(tx: Tx, secret: Keyring, where: SQL | undefined, limit: number): Promise<number> {
  const rows = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(where, isNull(orders.userId), hasPersonalData, inArray(orders.status, ['delivered', 'cancelled'])),
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
