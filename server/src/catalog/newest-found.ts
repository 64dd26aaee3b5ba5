import { and, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../platform/database.ts';
import { products } from './catalog.tables.ts';
import { cameIn } from './product-search.ts';
import { countedAmong, type Window } from './search-windows.ts';

// The newest of what the index of terms finds: it names finds in no order, so that all of them are sorted. Of a word
// that much of the catalogue holds only those among the newest products are looked at.

/** What is looked for, how many are needed, and the share of products that meet it as far as is known. */
export type Wanted = {
  condition: SQL | undefined;
  needed: number;
  share: number;
  windows: Window[];
  /** Not further than among the newest `countedAmong`. */
  isBounded?: boolean;
};

/** Among the newest so many that they should do. */
export function idsInFirstWindow(wanted: Wanted): SQL {
  return newestIn(wanted.condition, wanted.needed, windowsFor(wanted)[0] ?? null);
}

/** Goes on to look further where the newest products hold too few. */
export async function newestFound(db: Queryable, wanted: Wanted): Promise<string[]> {
  let ids: string[] = [];
  for (const window of windowsFor(wanted)) {
    const { rows } = await db.execute<{ id: string }>(newestIn(wanted.condition, wanted.needed, window));
    ids = rows.map(({ id }) => id);
    if (ids.length === wanted.needed) break;
  }
  return ids;
}

/** Null is everything. */
function windowsFor({ needed, share, windows, isBounded }: Wanted): (Window | null)[] {
  const wideEnough = windows.filter(({ size }) => size * share >= needed);
  if (!isBounded) return [...wideEnough, null];
  return windows.filter(
    (window) => window.size === countedAmong || (window.size < countedAmong && wideEnough.includes(window)),
  );
}

/** The finds have no limit of their own: with one the planner would follow another index until it has as many. */
function newestIn(condition: SQL | undefined, needed: number, window: Window | null): SQL {
  return sql`
    with found as materialized (
      select id, created_at from ${products} where ${and(condition, window ? cameIn(window) : undefined)}
    )
    select id from found order by created_at desc, id desc limit ${needed}`;
}
