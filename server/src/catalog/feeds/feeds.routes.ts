import type { FeedKind, feedEndpoints, ProductFeed } from '@reprise/contract/catalog/feeds';
import { Problem } from '@reprise/contract/problem';
import { and, eq } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { recordAudit } from '../../foundations/audit/record-audit.ts';
import { inTransaction } from '../../platform/database/database.ts';
import type { Handlers } from '../../platform/http/endpoint.ts';
import { requireCaller } from '../../platform/http/require-caller.ts';
import { listFeeds, toFeed } from './feeds.queries.ts';
import { productFeeds } from './feeds.tables.ts';

type FeedDeps = Pick<Deps, 'db' | 'now' | 'environment'>;

export function feedHandlers(deps: FeedDeps): Handlers<typeof feedEndpoints> {
  const { db, environment } = deps;
  return {
    listFeeds: async () => ({ feeds: await listFeeds(db, environment.publicUrl) }),
    updateFeed: async ({ params, body }, context) => ({
      feed: await updateFeed(deps, params.kind, body.enabled, requireCaller(context).userId),
    }),
    refreshFeed: async ({ params }) => ({ feed: await refreshFeed(deps, params.kind) }),
  };
}

/** Switches a feed on or off; a file is made at once, and an earlier one is not served until then. */
async function updateFeed(
  { db, now, environment }: FeedDeps,
  kind: FeedKind,
  enabled: boolean,
  actorId: string,
): Promise<ProductFeed> {
  return inTransaction(db, async (tx) => {
    const change = { enabled, failure: '', updatedAt: now() };
    const due = { dueAt: now(), requestedAt: now() };
    const [row] = await tx
      .insert(productFeeds)
      .values({ kind, ...change, ...due, createdAt: now() })
      .onConflictDoUpdate({ target: productFeeds.kind, set: { ...change, ...(enabled && due) } })
      .returning();
    await recordAudit(tx, {
      actorId,
      action: enabled ? 'switch on feed' : 'switch off feed',
      subject: `feed ${kind}`,
    });
    return toFeed(kind, row, environment.publicUrl);
  });
}

async function refreshFeed({ db, now, environment }: FeedDeps, kind: FeedKind): Promise<ProductFeed> {
  const [row] = await db
    .update(productFeeds)
    .set({ dueAt: now(), requestedAt: now(), failure: '', updatedAt: now() })
    .where(and(eq(productFeeds.kind, kind), eq(productFeeds.enabled, true)))
    .returning();
  if (!row) throw new Problem('NOT_FOUND', 'This feed is off. Switch it on first.');
  return toFeed(kind, row, environment.publicUrl);
}
