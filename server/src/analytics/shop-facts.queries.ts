import type { analyticsEndpoints } from '@reprise/contract/analytics';
import type { CallOutput } from '@reprise/contract/endpoint';
import { sql } from 'drizzle-orm';
import { products } from '../catalog/catalog.tables.ts';
import { facetBuckets } from '../catalog/listing/facet-counts.ts';
import { averageRating } from '../catalog/product.queries.ts';
import { salesSums } from '../orders/order-stats.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { WithLongQueryConnection } from '../platform/database/long-query-connection.ts';
import { type Figure, readCachedStat } from './cached-stats.ts';

type ShopFacts = CallOutput<typeof analyticsEndpoints.getShopFacts>;

/** As many products as are read whenever somebody asks; beyond, the facts are some minutes old. */
const fewProducts = 20_000;

/** Facts that the home page claims. Devices count as sold once they are paid for. */
export async function readShopFacts(
  db: Queryable,
  now: Date,
  withLongQueryConnection?: WithLongQueryConnection,
): Promise<ShopFacts> {
  const { rows } = await db.execute<{ listed: number }>(
    sql`select coalesce(sum(products), 0)::int as listed from ${facetBuckets} cells`,
  );
  return readCachedStat(db, now, shopFacts, (rows[0]?.listed ?? 0) <= fewProducts, withLongQueryConnection);
}

export const shopFacts: Figure<ShopFacts> = { name: 'shop facts', compute: addUpFacts };

type Row = { listed: number; devices: number; saving: number; rating_sum: number; review_count: number };

async function addUpFacts(db: Queryable): Promise<ShopFacts> {
  const { rows } = await db.execute<Row>(sql`
    select count(*) filter (where archived_at is null) as listed,
      (select coalesce(sum(paid_units), 0)::bigint from ${salesSums} sums) as devices,
      coalesce(sum(rating_sum), 0) as rating_sum, coalesce(sum(review_count), 0) as review_count,
      coalesce(round(avg(100.0 * (original_price_cents - price_cents) / original_price_cents)
        filter (where original_price_cents > price_cents)), 0) as saving
    from ${products}`);
  const [all] = rows;
  return {
    devicesSold: Number(all?.devices ?? 0),
    productsListed: Number(all?.listed ?? 0),
    averageSavingPercent: Number(all?.saving ?? 0),
    averageRating: averageRating(Number(all?.rating_sum ?? 0), Number(all?.review_count ?? 0)),
    reviewCount: Number(all?.review_count ?? 0),
  };
}
