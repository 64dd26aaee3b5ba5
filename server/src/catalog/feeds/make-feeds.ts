import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createGzip } from 'node:zlib';
import { type FeedGap, type FeedKind, feedHours } from '@reprise/contract/catalog/feeds';
import { and, eq, lte } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { readSettings } from '../../foundations/settings/settings.queries.ts';
import { readInBatches } from '../../platform/database/read-in-batches.ts';
import { hourMs, minuteMs } from '../../platform/time.ts';
import { readReturnPolicies } from '../return-policies/return-policies.queries.ts';
import { type FeedItem, readFeedItems } from './feed-items.queries.ts';
import { productFeeds } from './feeds.tables.ts';
import { type FeedContext, feedEnd, feedGapOf, feedHead, writeFeedItem } from './write-feed-item.ts';

type FeedDeps = Pick<Deps, 'db' | 'now' | 'log' | 'storage' | 'environment'>;

/** Time after which another process makes a feed whose process was stopped. */
const leaseMs = 15 * minuteMs;

/** Makes each feed that is due, one after the other; of several processes one makes it. */
export async function makeDueFeeds(deps: FeedDeps): Promise<void> {
  for (;;) {
    const now = deps.now();
    const isDue = and(eq(productFeeds.enabled, true), lte(productFeeds.dueAt, now));
    const [due] = await deps.db.select({ kind: productFeeds.kind }).from(productFeeds).where(isDue).limit(1);
    if (!due) return;
    const [claimed] = await deps.db
      .update(productFeeds)
      .set({ dueAt: new Date(now.getTime() + leaseMs) })
      .where(and(isDue, eq(productFeeds.kind, due.kind)))
      .returning({ kind: productFeeds.kind, file: productFeeds.file });
    if (claimed) await makeFeed(deps, claimed);
  }
}

async function makeFeed(deps: FeedDeps, { kind, file: former }: { kind: FeedKind; file: string | null }) {
  const { db, now, log, storage } = deps;
  const isFeed = eq(productFeeds.kind, kind);
  const dueAt = new Date(now().getTime() + feedHours * hourMs);
  try {
    const { bytes, productCount, leftOut } = await writeFeed(deps, kind);
    const digest = createHash('sha256').update(bytes).digest('hex');
    const file = `feed-${kind}-${digest}.xml.gz`;
    await storage.write([{ name: file, bytes }]);
    await db
      .update(productFeeds)
      .set({
        file,
        productCount,
        leftOut,
        bytes: bytes.length,
        failure: '',
        dueAt,
        madeAt: now(),
        updatedAt: now(),
      })
      .where(isFeed);
    if (former !== null && former !== file) await storage.deleteMatching([former]);
  } catch (error) {
    log.error({ err: error, feed: kind }, 'could not make product feed');
    const failure = error instanceof Error ? error.message : String(error);
    await db
      .update(productFeeds)
      .set({ failure: failure.slice(0, 500), dueAt })
      .where(isFeed);
  }
}

/** Returns the compressed file. Only compressed pieces stay in memory, about 100 bytes a product. */
async function writeFeed({ db, environment, storage: _, ...deps }: FeedDeps, kind: FeedKind) {
  const { publicUrl } = environment;
  const settings = await readSettings(db);
  const { policies } = await readReturnPolicies(db);
  const returnLabels = new Set(policies.categories.map(({ category }) => category));
  const context: FeedContext = { kind, publicUrl, settings, returnLabels };
  const leftOut: Partial<Record<FeedGap, number>> = {};
  let productCount = 0;
  const gzip = createGzip();
  const pieces: Buffer[] = [];
  gzip.on('data', (piece: Buffer) => pieces.push(piece));
  const write = async (text: string) => {
    if (!gzip.write(text)) await once(gzip, 'drain');
  };
  await write(feedHead(settings.storeName, publicUrl));
  const readNext = (last: FeedItem | undefined, limit: number) => readFeedItems(db, last, limit);
  for await (const items of readInBatches(readNext)) {
    let text = '';
    for (const item of items) {
      const gap = feedGapOf(item);
      if (gap) leftOut[gap] = (leftOut[gap] ?? 0) + 1;
      else {
        text += writeFeedItem(item, context);
        productCount++;
      }
    }
    await write(text);
  }
  gzip.end(feedEnd);
  await once(gzip, 'end');
  deps.log.info({ feed: kind, productCount }, 'made product feed');
  return { bytes: Buffer.concat(pieces), productCount, leftOut };
}
