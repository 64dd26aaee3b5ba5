import { sql } from 'drizzle-orm';
import { users } from '../../people/identity/identity.tables.ts';
import type { Tx } from '../../platform/database/database.ts';
import { expireRows, type RetentionSteps } from '../../platform/database/retention-step.ts';
import { pastOrders } from './past-orders.tables.ts';

/** Erases the customer of past orders; items and figures stay. */
export async function erasePastOrdersOf(tx: Tx, email: string): Promise<void> {
  if (email === '') return;
  await tx
    .update(pastOrders)
    .set({ email: '', name: '' })
    .where(sql`${pastOrders.email} = ${email.toLowerCase()}`);
}

/** Erases the customers of past orders from before `guests` that have no account. */
export function expirePastOrders(guests: string): RetentionSteps {
  return {
    'past orders of guests': expireRows(
      (limit) => sql`update ${pastOrders} set email = '', name = '' where id in
        (select id from ${pastOrders} where email <> '' and placed_at < ${guests}
          and not exists (select from ${users} where ${users.email} = ${pastOrders.email}) limit ${limit})`,
    ),
  };
}
