import { isPersonalQuery } from '@reprise/contract/sales/search-analytics/personal-query';
import { maxQueryLength, type SearchEvent } from '@reprise/contract/sales/search-analytics/search-analytics';
import { eq, sql } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import type { CallContext } from '../../platform/http/endpoint.ts';
import { askerBucket } from './asker-bucket.ts';
import { dailySearchStats, recentSearches } from './search-analytics.tables.ts';

type SearchDeps = Pick<Deps, 'db' | 'now' | 'secret'>;
type EventOf<Kind extends SearchEvent['kind']> = Extract<SearchEvent, { kind: Kind }>;

/** Counts a search once per id. Queries that may name a person, and long ones, are dropped. */
export async function recordSearch(
  { db, now, secret }: SearchDeps,
  { id, query: typed, results }: EventOf<'search'>,
  { network }: Pick<CallContext, 'network'>,
): Promise<void> {
  if (isPersonalQuery(typed)) return;
  const query = typed.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();
  if (query === '' || query.length > maxQueryLength) return;
  const createdAt = now();
  const day = createdAt.toISOString().slice(0, 10);
  await inTransaction(db, async (tx) => {
    const added = await tx
      .insert(recentSearches)
      .values({ id, query, day, createdAt })
      .onConflictDoNothing()
      .returning({ id: recentSearches.id });
    if (added.length === 0) return;
    const withoutResults = results === 0 ? 1 : 0;
    const askers = sql`1::bigint << ${askerBucket(secret, query, network)}::int`;
    await tx
      .insert(dailySearchStats)
      .values({ day, query, searches: 1, withoutResults, askers })
      .onConflictDoUpdate({
        target: [dailySearchStats.day, dailySearchStats.query],
        set: {
          searches: sql`${dailySearchStats.searches} + 1`,
          withoutResults: sql`${dailySearchStats.withoutResults} + excluded.without_results`,
          askers: sql`${dailySearchStats.askers} | excluded.askers`,
        },
      });
  });
}

/** Remembered products per search; a purchase of a product opened after these is not counted. */
const maxClickedProducts = 20;

/** Counts the first click of a search and remembers the product; unknown searches are ignored. */
export async function recordClick(
  { db }: Pick<Deps, 'db'>,
  { id, product }: EventOf<'click'>,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const clicked = recentSearches.clickedProducts;
    const [search] = await tx
      .update(recentSearches)
      .set({ clickedProducts: sql`array_append(${clicked}, ${product}::text)` })
      .where(
        sql`${eq(recentSearches.id, id)} and cardinality(${clicked}) < ${maxClickedProducts}
          and not ${product}::text = any(${clicked})`,
      )
      .returning({ query: recentSearches.query, day: recentSearches.day, clicked });
    if (search?.clicked.length === 1) await countForSearch(tx, search, 'clicks');
  });
}

/** Adds one to a count of the search's day and query. */
export async function countForSearch(
  tx: Tx,
  { day, query }: { day: string; query: string },
  column: 'clicks' | 'purchases',
): Promise<void> {
  await tx
    .update(dailySearchStats)
    .set({ [column]: sql`${dailySearchStats[column]} + 1` })
    .where(sql`${eq(dailySearchStats.day, day)} and ${eq(dailySearchStats.query, query)}`);
}
