import type { CallOutput } from '@reprise/contract/endpoint';
import type { analyticsEndpoints } from '@reprise/contract/operations/analytics';
import { sql } from 'drizzle-orm';
import { averageRating, isKnown, isOnSale } from '../../catalog/products/product.queries.ts';
import { products } from '../../catalog/products/products.tables.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { WithLongQueryConnection } from '../../platform/database/long-query-connection.ts';
import { salesSums } from '../../sales/orders/order-stats.ts';
import { readCachedStat, type Stat } from './cached-stats.ts';

type ShopFacts = CallOutput<typeof analyticsEndpoints.getShopFacts>;

/** Above this number of products, the facts come from the cached stats. */
const maxProductsPerRequest = 20_000;

/** Reads the facts of the home page. Devices count as sold if paid and neither cancelled, returned nor refunded in full. */
export async function readShopFacts(
  db: Queryable,
  now: Date,
  withReportConnection?: WithLongQueryConnection,
): Promise<ShopFacts> {
  const listed = await db.$count(products, isOnSale);
  return readCachedStat(db, now, shopFacts, listed <= maxProductsPerRequest, withReportConnection);
}

export const shopFacts: Stat<ShopFacts> = { name: 'home facts', compute: computeFacts };

type Row = {
  listed: number;
  models: number;
  devices: number;
  saving: number;
  rating_sum: number;
  review_count: number;
};

async function computeFacts(db: Queryable): Promise<ShopFacts> {
  // Products of one family have the same pooled rating, so one of them counts.
  const { rows } = await db.execute<Row>(sql`
    with rated_families as materialized (
      select distinct on (family_id) rating_sum, review_count from ${products}
      where review_count > 0 and ${isKnown} order by family_id
    )
    select count(*) filter (where archived_at is null) as listed,
      count(distinct family_id) filter (where archived_at is null) as models,
      (select coalesce(sum(units), 0)::bigint from ${salesSums} sums) as devices,
      (select coalesce(sum(rating_sum), 0) from rated_families) as rating_sum,
      (select coalesce(sum(review_count), 0) from rated_families) as review_count,
      coalesce(round(avg(100.0 * (original_price_cents - price_cents) / original_price_cents)
        filter (where original_price_cents > price_cents)), 0) as saving
    from ${products} where ${isKnown}`);
  const [totals] = rows;
  return {
    devicesSold: Number(totals?.devices ?? 0),
    productsListed: Number(totals?.listed ?? 0),
    modelsListed: Number(totals?.models ?? 0),
    averageSavingPercent: Number(totals?.saving ?? 0),
    averageRating: averageRating(Number(totals?.rating_sum ?? 0), Number(totals?.review_count ?? 0)),
    reviewCount: Number(totals?.review_count ?? 0),
  };
}
