import { type FeedKind, feedGaps, feedKinds, type ProductFeed } from '@reprise/contract/catalog/feeds';
import { eq } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/database.ts';
import { productFeeds } from './feeds.tables.ts';

type FeedRow = typeof productFeeds.$inferSelect;

/** Path of a feed below the public URL. */
const feedPath = (kind: FeedKind) => `/feeds/${kind}.xml.gz`;

/** Returns all feeds, also those that were never switched on. */
export async function listFeeds(db: Queryable, publicUrl: string): Promise<ProductFeed[]> {
  const rows = await db.select().from(productFeeds).limit(feedKinds.length);
  return feedKinds.map((kind) =>
    toFeed(
      kind,
      rows.find((row) => row.kind === kind),
      publicUrl,
    ),
  );
}

export function toFeed(kind: FeedKind, row: FeedRow | undefined, publicUrl: string): ProductFeed {
  return {
    kind,
    enabled: row?.enabled ?? false,
    url: `${publicUrl}${feedPath(kind)}`,
    madeAt: row?.madeAt?.toISOString() ?? null,
    productCount: row?.productCount ?? 0,
    bytes: row?.bytes ?? 0,
    leftOut: feedGaps.flatMap((gap) => {
      const count = row?.leftOut[gap] ?? 0;
      return count > 0 ? [{ gap, count }] : [];
    }),
    isPending: row?.enabled === true && isPending(row),
    failure: row?.failure ?? '',
  };
}

const isPending = ({ requestedAt, madeAt, failure }: FeedRow) =>
  failure === '' && (madeAt === null || madeAt < requestedAt);

/** Returns the name of the file of a feed that is switched on; null while there is none. */
export async function findFeedFile(db: Queryable, kind: FeedKind): Promise<string | null> {
  const [row] = await db
    .select({ file: productFeeds.file, enabled: productFeeds.enabled })
    .from(productFeeds)
    .where(eq(productFeeds.kind, kind));
  return row?.enabled ? row.file : null;
}
