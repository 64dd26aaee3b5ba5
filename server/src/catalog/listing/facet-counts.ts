import type { Cents } from '@reprise/contract/money';
import { type SQL, sql } from 'drizzle-orm';
import { type Db, inTransaction, type Queryable, type Tx } from '../../platform/database/database.ts';
import { prepared } from '../../platform/database/prepared.ts';
import {
  facetCountDeltas,
  facetCounts,
  products,
  searchVocabulary,
  vocabularyStaging,
} from '../products/products.tables.ts';
import { updateRecencyTiers } from '../search/recency-tiers.ts';

const bucketKey = sql`category_id, brand, condition, origin, in_stock`;

/**
 * SQL: current number of products and price range per facet bucket, the stored counts plus the deltas. A price range
 * may be too wide for a few seconds after its cheapest or dearest product left the bucket.
 */
export const facetBuckets: SQL = sql`(
  select ${bucketKey}, sum(products)::int as products, sum(discounted)::int as discounted,
    sum(featured)::int as featured, sum(low)::int as low, min(lowest_cents) as lowest, max(highest_cents) as highest
  from (
    select ${bucketKey}, products, discounted, featured, low, lowest_cents, highest_cents from ${facetCounts}
    union all
    select ${bucketKey}, products, discounted, featured, low, case when products > 0 then price_cents end,
      case when products > 0 then price_cents end
    from ${facetCountDeltas}
  ) summed
  group by ${bucketKey} having sum(products) > 0
)`;

const selectMixedOrigins = prepared<{ isMixed: boolean }>(
  'mixed origins',
  sql`select exists (
    select from (
      select condition, origin from ${facetCounts} where products > 0
      union select condition, origin from ${facetCountDeltas} where products > 0
    ) sold group by condition having count(*) > 1) as "isMixed"`,
);

/** Returns true if products of one condition have several origins. */
export async function hasMixedOrigins(db: Queryable): Promise<boolean> {
  const [row] = await selectMixedOrigins(db, {});
  return row?.isMixed ?? true;
}

/** Advisory lock number, the same in every process. */
const rollUpLock = 7_248_114;
/** Maximum number of deltas per run, which bounds its duration. */
const maxRowsPerRun = 20_000;

/** Moves the deltas into the counts; an advisory lock lets one process at a time do it. */
export async function rollUpFacetCounts(db: Db): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { rows } = await tx.execute<{ acquired: boolean }>(
      sql`select pg_try_advisory_xact_lock(${rollUpLock}) as acquired`,
    );
    if (!rows[0]?.acquired) return;
    await rollUpCounts(tx);
    await rollUpVocabulary(tx);
    await updateRecencyTiers(tx);
  });
}

type BucketChange = {
  category_id: string;
  brand: string;
  condition: string;
  origin: string;
  in_stock: boolean;
  lowest_removed: Cents | null;
  highest_removed: Cents | null;
};

async function rollUpCounts(tx: Tx): Promise<void> {
  const { rows: changes } = await tx.execute<BucketChange>(sql`
    with changes as (
      delete from ${facetCountDeltas}
      where id in (select id from ${facetCountDeltas} limit ${maxRowsPerRun}) returning *
    )
    select ${bucketKey}, sum(products)::int as products, sum(discounted)::int as discounted,
      sum(featured)::int as featured, sum(low)::int as low, min(price_cents) as lowest_cents,
      max(price_cents) as highest_cents,
      min(price_cents) filter (where products < 0) as lowest_removed,
      max(price_cents) filter (where products < 0) as highest_removed
    from changes group by ${bucketKey}`);
  if (changes.length === 0) return;
  await tx.execute(sql`
    insert into ${facetCounts} select * from json_populate_recordset(null::${facetCounts}, ${JSON.stringify(changes)}::json)
    on conflict (${bucketKey}) do update set products = facet_counts.products + excluded.products,
      discounted = facet_counts.discounted + excluded.discounted,
      featured = facet_counts.featured + excluded.featured, low = facet_counts.low + excluded.low,
      lowest_cents = least(facet_counts.lowest_cents, excluded.lowest_cents),
      highest_cents = greatest(facet_counts.highest_cents, excluded.highest_cents)`);
  await tightenPrices(
    tx,
    changes.filter((change) => change.lowest_removed !== null),
  );
  await tx.execute(sql`delete from ${facetCounts} where products = 0`);
}

/** Recomputes the price range of buckets that may have lost their cheapest or dearest product. */
async function tightenPrices(tx: Tx, changes: BucketChange[]): Promise<void> {
  if (changes.length === 0) return;
  const outermost = (direction: SQL) => sql`(
    select price_cents from ${products}
    where products.category_id is not distinct from nullif(counts.category_id, '') and products.brand = counts.brand
      and products.condition = counts.condition and products.origin = counts.origin
      and (products.stock_capped > 0) = counts.in_stock and products.archived_at is null
    order by price_cents ${direction} limit 1)`;
  await tx.execute(sql`
    update ${facetCounts} counts
    set lowest_cents = coalesce(${outermost(sql`asc`)}, counts.lowest_cents),
      highest_cents = coalesce(${outermost(sql`desc`)}, counts.highest_cents)
    from json_to_recordset(${JSON.stringify(changes)}::json) as removed (category_id text, brand text,
      condition text, origin text, in_stock boolean, lowest_removed integer, highest_removed integer)
    where counts.category_id = removed.category_id and counts.brand = removed.brand
      and counts.condition = removed.condition and counts.origin = removed.origin and counts.in_stock = removed.in_stock
      and (removed.lowest_removed <= counts.lowest_cents or removed.highest_removed >= counts.highest_cents)`);
}

async function rollUpVocabulary(tx: Tx): Promise<void> {
  await tx.execute(sql`
    with removed as (
      delete from ${vocabularyStaging}
      where id in (select id from ${vocabularyStaging} limit ${maxRowsPerRun}) returning word, named
    )
    insert into ${searchVocabulary} select word, bool_or(named) from removed group by word
    on conflict (word) do update set named = true where excluded.named and not search_vocabulary.named`);
}

/** SQL: number of products on sale in a category. */
export function countOfCategory(categoryId: SQL): SQL<number> {
  return sql<number>`(
    coalesce((select sum(products) from ${facetCounts} where category_id = ${categoryId}), 0)
    + coalesce((select sum(products) from ${facetCountDeltas} where category_id = ${categoryId}), 0)
  )`.mapWith(Number);
}
