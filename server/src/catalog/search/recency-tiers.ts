import { sql } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import { products, recencyTiers } from '../catalog.tables.ts';

/** The newest so many products are those that came since then, or some more. */
export type Window = { size: number; since: Date };

/** Each holds eight times what the one before does: who finds too few looks at most eight times as far as needed. */
const sizes = [1000, 8000, 32_000, 256_000];

/** Where a search looks for more than can be counted, before it looks everywhere. */
export const countedAmong = 32_000;

/**
 * Looks up since when the newest products came, at most once a minute. A window that is out of date holds some
 * products more or fewer: nothing is missed, as what it does not hold is looked for in the next.
 *
 * It begins with a year, a month, a day or an hour where it would not grow by more than a half: such a window is named
 * by few terms, and each of them costs the index something for every product it looks at.
 */
export async function startUpdatingRecencyTiers(tx: Tx): Promise<void> {
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
    where not exists (select from ${recencyTiers} kept
      where kept.size = sizes.size and kept.kept_at > now() - interval '1 minute')
    on conflict (size) do update set since = excluded.since, kept_at = now()`);
}
