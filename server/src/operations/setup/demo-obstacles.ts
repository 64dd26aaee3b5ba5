import type { DemoObstacle } from '@reprise/contract/operations/setup';
import { sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/database.ts';

/** Names per kind that the answer contains; the count has all. */
const maxNames = 5;

/**
 * Rows created after the load are not of the demo. An order counts if it was paid for real or can still be, a product
 * until it is archived.
 */
const queries: Record<DemoObstacle['kind'], ReturnType<typeof sql>> = {
  payment: sql`select 'since ' || to_char(live_money_since at time zone 'UTC', 'YYYY-MM-DD') as name
    from store_settings where live_money_since is not null`,
  order: sql`select order_number as name from orders, demo_loads
    where orders.created_at > finished_at and not is_test_paid and status <> 'cancelled'`,
  'past order': sql`select number as name from past_orders`,
  customer: sql`select email as name from users, demo_loads
    where users.created_at > finished_at and role = 'customer'`,
  product: sql`select products.name from products, demo_loads
    where products.created_at > finished_at and archived_at is null`,
  device: sql`select unit_number as name from units, demo_loads where units.created_at > finished_at`,
  lot: sql`select lot_number as name from lots, demo_loads where lots.created_at > finished_at`,
  channel: sql`select name from channels`,
};

/** Returns why the demo cannot be removed: all that would be lost with it and is not of the demo. */
export async function findDemoObstacles(db: Queryable): Promise<DemoObstacle[]> {
  const obstacles: DemoObstacle[] = [];
  for (const [kind, query] of Object.entries(queries)) {
    const { rows } = await db.execute<{ names: string[] | null; count: number }>(sql`
      select (array_agg(name order by name))[:${maxNames}::int] as names, count(*)::int as count
      from (${query}) found`);
    const { names, count } = rows[0] ?? { names: null, count: 0 };
    if (count > 0) obstacles.push({ kind: kind as DemoObstacle['kind'], names: names ?? [], count });
  }
  return obstacles;
}
