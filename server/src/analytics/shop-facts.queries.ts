import type { analyticsEndpoints } from '@reprise/contract/analytics';
import type { CallOutput } from '@reprise/contract/endpoint';
import { eq, sql } from 'drizzle-orm';
import { products } from '../catalog/catalog.tables.ts';
import { averageRating } from '../catalog/product.queries.ts';
import { orderItems, orders } from '../orders/orders.tables.ts';
import type { Queryable } from '../platform/database.ts';
import { isSale } from './sales-period.ts';

type ShopFacts = CallOutput<typeof analyticsEndpoints.getShopFacts>;

type Row = { listed: number; saving: number; rating_sum: number; review_count: number };

/** What the home page may claim because it is so. */
export async function readShopFacts(db: Queryable): Promise<ShopFacts> {
  const [sold] = await db
    .select({ devices: sql<number>`coalesce(sum(${orderItems.quantity}), 0)::bigint` })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(isSale);
  const { rows } = await db.execute<Row>(sql`
    select count(*) filter (where archived_at is null) as listed, coalesce(sum(rating_sum), 0) as rating_sum,
      coalesce(sum(review_count), 0) as review_count,
      coalesce(round(avg(100.0 * (original_price_cents - price_cents) / original_price_cents)
        filter (where original_price_cents > price_cents)), 0) as saving
    from ${products}`);
  const [all] = rows;
  return {
    devicesSold: sold?.devices ?? 0,
    productsListed: all?.listed ?? 0,
    averageSavingPercent: all?.saving ?? 0,
    averageRating: averageRating(all?.rating_sum ?? 0, all?.review_count ?? 0),
    reviewCount: all?.review_count ?? 0,
  };
}
