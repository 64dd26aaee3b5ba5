import { sql } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import { products, recencyTiers } from '../products/products.tables.ts';

/** Start time of the newest `size` products; the tier may contain some more. */
export type RecencyTier = { size: number; since: Date };

const sizes = [8000, 16_000, 32_000, 64_000, 128_000, 256_000, 512_000];

/** Size of the tier that is searched first if nothing is known of how common the matches are. */
export const countingTierSize = 32_000;

/**
 * Returns the tiers to search in order for `enough` products before the whole catalog; none if the catalog is small or
 * the words are rare. `share` is the estimated share of products that match; 0 if unknown.
 */
export function tiersToSearch(
  { tiers, share }: { tiers: RecencyTier[]; share: number },
  enough: number,
): RecencyTier[] {
  const first = tiers.find(({ size }) =>
    share > 0 ? share * size >= safetyFactor * enough : size === countingTierSize,
  );
  const wide = first && tiers.find(({ size }) => size >= wideningFactor * first.size);
  return [first, wide].filter((tier) => tier !== undefined);
}

/**
 * Reads sets of matches from the newest products, and reads again from older ones the sets that have fewer than `enough`.
 * `read` returns the number of matches of each set, in the order of `names`. `tier` has enough of the first set; undefined
 * for the whole catalog.
 */
export async function readFromTiers<Name, Result extends { counts: number[] }>(
  names: Name[],
  { tiers, enough }: { tiers: RecencyTier[]; enough: number },
  read: (tierOf: (name: Name) => RecencyTier | undefined) => Promise<Result>,
): Promise<{ result: Result; tier: RecencyTier | undefined }> {
  const current = new Map(names.map((name) => [name, tiers[0]]));
  for (;;) {
    const result = await read((name) => current.get(name));
    let isComplete = true;
    for (const [index, name] of names.entries()) {
      const [tier, count] = [current.get(name), result.counts[index] ?? 0];
      if (!tier || count > enough) continue;
      isComplete = false;
      current.set(name, nextTier(tiers, { tier, count, enough }));
    }
    if (isComplete) return { result, tier: current.get(names[0] as Name) };
  }
}

/** A tier that just misses what it was expected to have is searched in vain. */
const expectedSafety = 1.25;

/** Returns the next tier that is expected to have enough matches; undefined for the whole catalog. */
const nextTier = (
  tiers: RecencyTier[],
  { tier, count, enough }: { tier: RecencyTier; count: number; enough: number },
) => tiers.find(({ size }) => size > tier.size && (count * size) / tier.size > expectedSafety * enough);

/** Words that are common in the catalog may be less so in its newest products, or beside each other. */
const safetyFactor = 2;
const wideningFactor = 4;

/**
 * Updates the start time of each tier, at most once a minute; a stale tier misses no product, because the next wider
 * one is searched for the rest. The start is rounded down to an hour, day, month or year if the tier grows by at most
 * half: fewer time terms cost the index less per product.
 */
export async function updateRecencyTiers(tx: Tx): Promise<void> {
  const newest = sql`order by created_at desc, id desc`;
  await tx.execute(sql`
    insert into ${recencyTiers} (size, since)
    select size, coalesce(rounded.since, exact.since)
    from unnest(${sql.param(sizes)}::integer[]) as sizes (size), lateral (
      select created_at as since from ${products} ${newest} offset size limit 1
    ) exact left join lateral (
      select min(date_trunc(unit, exact.since, 'UTC')) as since from unnest(array['year', 'month', 'day', 'hour']) unit
      where date_trunc(unit, exact.since, 'UTC') >= coalesce((
        select created_at from ${products} where created_at <= exact.since ${newest} offset size / 2 limit 1
      ), '-infinity')
    ) rounded on true
    where not exists (select from ${recencyTiers} stored
      where stored.size = sizes.size and stored.updated_at > now() - interval '1 minute')
    on conflict (size) do update set since = excluded.since, updated_at = now()`);
}
