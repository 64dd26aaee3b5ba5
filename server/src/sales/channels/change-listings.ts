import { formatNumber } from '@reprise/contract/formats';
import { Problem } from '@reprise/contract/problem';
import { maxListedAtOnce, maxListings } from '@reprise/contract/sales/channels/listings';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { isOnSale } from '../../catalog/products/product.queries.ts';
import { products } from '../../catalog/products/products.tables.ts';
import { recordAudit } from '../../foundations/audit/record-audit.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import { type ChannelDeps, type ChannelRow, findChannel, isByFile } from './channel-accounts.ts';
import { channelListings, channels } from './channels.tables.ts';

/** Puts products on a channel; returns how many it did not have. Those off sale are left out. */
export async function addListings(
  { db, now }: ChannelDeps,
  id: string,
  wanted: { productIds: string[] } | { categoryId: string },
  actorId: string,
): Promise<number> {
  return inTransaction(db, async (tx) => {
    await lockListings(tx, id);
    const isWanted =
      'productIds' in wanted
        ? inArray(products.id, wanted.productIds)
        : eq(products.categoryId, wanted.categoryId);
    const room = maxListings - (await tx.$count(channelListings, eq(channelListings.channelId, id)));
    const offered = await tx
      .select({ productId: products.id, sku: products.sku })
      .from(products)
      .where(
        and(
          isOnSale,
          isWanted,
          sql`not exists (select from ${channelListings} l
        where l.channel_id = ${id} and l.product_id = ${products.id} and not l.is_ending)`,
        ),
      )
      .orderBy(products.id)
      .limit(room + 1);
    if (offered.length > room) throw tooMany();
    for (let start = 0; start < offered.length; start += maxListedAtOnce) {
      const rows = offered.slice(start, start + maxListedAtOnce);
      await tx
        .insert(channelListings)
        .values(rows.map((row) => ({ channelId: id, ...row, createdAt: now(), nextAttemptAt: now() })))
        // One that was being taken off stays.
        .onConflictDoUpdate({
          target: [channelListings.channelId, channelListings.productId],
          set: { isEnding: false, failure: '', sentVersion: null, attempts: 0, nextAttemptAt: now() },
        });
    }
    if (offered.length > 0) {
      const after = { products: offered.length };
      await recordAudit(tx, { actorId, action: 'list on channel', subject: `channel ${id}`, after });
    }
    return offered.length;
  });
}

function tooMany(): Problem {
  const most = formatNumber(maxListings);
  return new Problem('VALIDATION_ERROR', `A channel can have up to ${most} products.`);
}

/** Takes products off a channel: at once those that it never had, the others as soon as it has confirmed. */
export async function endListings(
  { db, now }: ChannelDeps,
  id: string,
  productIds: string[],
  actorId: string,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const channel = await lockListings(tx, id);
    const named = and(eq(channelListings.channelId, id), inArray(channelListings.productId, productIds));
    const gone = isByFile(channel)
      ? named
      : and(named, isNull(channelListings.offerId), isNull(channelListings.sentAt));
    await tx.delete(channelListings).where(gone);
    await tx
      .update(channelListings)
      .set({ isEnding: true, isRefused: false, failure: '', attempts: 0, nextAttemptAt: now() })
      .where(named);
    const after = { products: productIds.length };
    await recordAudit(tx, { actorId, action: 'take off channel', subject: `channel ${id}`, after });
  });
}

/** Sends the listings again that were refused or wait after a failure. */
export async function retryListings({ db, now }: ChannelDeps, id: string): Promise<void> {
  await findChannel(db, id);
  await db
    .update(channelListings)
    .set({ isRefused: false, failure: '', sentVersion: null, attempts: 0, nextAttemptAt: now() })
    .where(and(eq(channelListings.channelId, id), sql`${channelListings.failure} <> ''`));
}

/** Locks the channel, so that two calls add no product twice and none beyond the limit. */
async function lockListings(tx: Tx, id: string): Promise<ChannelRow> {
  const [row] = await tx.select().from(channels).where(eq(channels.id, id)).for('update');
  return row ?? findChannel(tx, id);
}
