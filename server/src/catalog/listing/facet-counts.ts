import type { Cents } from '@reprise/contract/money';
import { type SQL, sql } from 'drizzle-orm';
import { type Db, inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { runPeriodically } from '../../platform/jobs/run-periodically.ts';
import {
  facetCountDeltas,
  facetCounts,
  products,
  searchVocabulary,
  vocabularyStaging,
} from '../catalog.tables.ts';
import { startUpdatingRecencyTiers } from '../search/recency-tiers.ts';

const kind = sql`category_id, brand, condition, origin, in_stock`;

/**
 * How many products there are of each kind at this moment, and between which prices: what was counted and what has
 * changed since. A price bound may be too wide for a few seconds after its product went.
 */
export const facetBuckets: SQL = sql`(
  select ${kind}, sum(products)::int as products, sum(discounted)::int as discounted,
    sum(featured)::int as featured, sum(low)::int as low, min(lowest_cents) as lowest, max(highest_cents) as highest
  from (
    select ${kind}, products, discounted, featured, low, lowest_cents, highest_cents from ${facetCounts}
    union all
    select ${kind}, products, discounted, featured, low, case when products > 0 then price_cents end,
      case when products > 0 then price_cents end
    from ${facetCountDeltas}
  ) counted
  group by ${kind} having sum(products) > 0
)`;

const foldEveryMs = 2000;

/** Folds now and every two seconds; the function it returns ends that and waits for a run under way. */
export function startRollingUpCounts({ db, log }: Pick<Deps, 'db' | 'log'>): () => Promise<void> {
  return runPeriodically(log, foldEveryMs, () => rollUpFacetCounts(db), 'product counts not folded');
}

/** Any number, the same in every process. */
const foldLock = 7_248_114;
/** As many changes as one round moves, so that none takes long. */
const maxAtOnce = 20_000;

/** Moves what has changed into the counts. Of several processes one does it. */
export async function rollUpFacetCounts(db: Db): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { rows } = await tx.execute<{ mine: boolean }>(
      sql`select pg_try_advisory_xact_lock(${foldLock}) as mine`,
    );
    if (!rows[0]?.mine) return;
    await foldCounts(tx);
    await foldWords(tx);
    await startUpdatingRecencyTiers(tx);
  });
}

type Change = {
  category_id: string;
  brand: string;
  condition: string;
  origin: string;
  in_stock: boolean;
  lowest_gone: Cents | null;
  highest_gone: Cents | null;
};

async function foldCounts(tx: Tx): Promise<void> {
  const { rows: changes } = await tx.execute<Change>(sql`
    with changes as (
      delete from ${facetCountDeltas}
      where id in (select id from ${facetCountDeltas} limit ${maxAtOnce}) returning *
    )
    select ${kind}, sum(products)::int as products, sum(discounted)::int as discounted,
      sum(featured)::int as featured, sum(low)::int as low, min(price_cents) as lowest_cents,
      max(price_cents) as highest_cents,
      min(price_cents) filter (where products < 0) as lowest_gone,
      max(price_cents) filter (where products < 0) as highest_gone
    from changes group by ${kind}`);
  if (changes.length === 0) return;
  await tx.execute(sql`
    insert into ${facetCounts} select * from json_populate_recordset(null::${facetCounts}, ${JSON.stringify(changes)}::json)
    on conflict (${kind}) do update set products = product_counts.products + excluded.products,
      discounted = product_counts.discounted + excluded.discounted,
      featured = product_counts.featured + excluded.featured, low = product_counts.low + excluded.low,
      lowest_cents = least(product_counts.lowest_cents, excluded.lowest_cents),
      highest_cents = greatest(product_counts.highest_cents, excluded.highest_cents)`);
  await tightenPrices(
    tx,
    changes.filter((change) => change.lowest_gone !== null),
  );
  await tx.execute(sql`delete from ${facetCounts} where products = 0`);
}

/** Where the cheapest or dearest of its kind may have gone, it is looked up. */
async function tightenPrices(tx: Tx, changes: Change[]): Promise<void> {
  if (changes.length === 0) return;
  const outermost = (direction: SQL) => sql`(
    select price_cents from ${products}
    where products.category_id is not distinct from nullif(counts.category_id, '') and products.brand = counts.brand
      and products.condition = counts.condition and products.origin = counts.origin
      and (products.scarcity > 0) = counts.in_stock and products.archived_at is null
    order by price_cents ${direction} limit 1)`;
  await tx.execute(sql`
    update ${facetCounts} counts
    set lowest_cents = coalesce(${outermost(sql`asc`)}, counts.lowest_cents),
      highest_cents = coalesce(${outermost(sql`desc`)}, counts.highest_cents)
    from json_to_recordset(${JSON.stringify(changes)}::json) as gone (category_id text, brand text,
      condition text, origin text, in_stock boolean, lowest_gone integer, highest_gone integer)
    where counts.category_id = gone.category_id and counts.brand = gone.brand
      and counts.condition = gone.condition and counts.origin = gone.origin and counts.in_stock = gone.in_stock
      and (gone.lowest_gone <= counts.lowest_cents or gone.highest_gone >= counts.highest_cents)`);
}

async function foldWords(tx: Tx): Promise<void> {
  await tx.execute(sql`
    with gone as (
      delete from ${vocabularyStaging}
      where id in (select id from ${vocabularyStaging} limit ${maxAtOnce}) returning word, named
    )
    insert into ${searchVocabulary} select word, bool_or(named) from gone group by word
    on conflict (word) do update set named = true where excluded.named and not product_words.named`);
}

/** How many products a category has. */
export function countOfCategory(categoryId: SQL): SQL<number> {
  return sql<number>`(
    coalesce((select sum(products) from ${facetCounts} where category_id = ${categoryId}), 0)
    + coalesce((select sum(products) from ${facetCountDeltas} where category_id = ${categoryId}), 0)
  )`.mapWith(Number);
}
