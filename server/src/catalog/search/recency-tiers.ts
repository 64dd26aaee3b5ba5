import { sql } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import { products, recencyTiers } from '../catalog.tables.ts';

/** Start time of the newest `size` products; the tier may contain some more. */
export type RecencyTier = { size: number; since: Date };

const sizes = [8000, 16_000, 32_000, 64_000, 128_000, 256_000, 512_000];

/** Size of the tier that is counted before the whole catalog is searched for rare words. */
export const countingTierSize = 32_000;

/**
 * Returns the tier to search first for `enough` products, and a wider one; none in a small catalog. `share` is the
 * estimated share of products that match.
 */
export function tiersToSearch(
  { tiers, share }: { tiers: RecencyTier[]; share: number },
  enough: number,
): (RecencyTier | undefined)[] {
  const sufficient = tiers.find(({ size }) => share * size >= safetyFactor * enough);
  const first = sufficient ?? tiers.find(({ size }) => size === countingTierSize);
  return first ? [first, tiers.find(({ size }) => size >= wideningFactor * first.size)] : [];
}

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
