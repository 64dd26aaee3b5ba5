import { sql } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database/database.ts';

/** Device in hand that is locked to an account, with the order and the product that were paid. */
export type LockedDevice = { number: string; orderNumber: string; productId: string };

/** States of the devices in hand; those of sold ones are their customer's. */
const inHand = sql`('returned', 'bench', 'repair', 'quarantine')`;

/**
 * Returns devices of orders, or sent as their replacements, that came back locked to an account: their money stays until
 * they are free. The slice of returns is above this one, so its table is named instead of imported.
 */
export async function readLockedDevices(db: Queryable, orderIds: readonly string[]): Promise<LockedDevice[]> {
  const { rows } = await db.execute<LockedDevice>(sql`
    select distinct u.unit_number as number, o.order_number as "orderNumber", paid.product_id as "productId"
    from orders o join order_items paid on paid.order_id = o.id
    join order_items sent on sent.id = paid.id or sent.replaces_item_id = paid.id
    join order_item_units b on b.order_item_id = sent.id
    join units u on u.id = b.unit_id
    left join return_lines l on l.binding_id = b.id and l.settled_at is null
    where o.id = any(${sql.param(orderIds)}::text[]) and u.state in ${inHand}
      and (l.locked_at is not null or 'account-lock' = any(u.blocked_by))
      and (b.ended_at is null or ((l.id is not null or (b.ended_as = 'cancelled' and o.status = 'cancelled'))
        and not exists (select from order_item_units later
          where later.unit_id = b.unit_id and later.assigned_at > b.assigned_at)))
    order by 1`);
  return rows;
}
