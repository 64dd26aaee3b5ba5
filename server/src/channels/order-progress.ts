import { and, eq, inArray, lte, ne } from 'drizzle-orm';
import { products } from '../catalog/catalog.tables.ts';
import type { Queryable } from '../platform/database/database.ts';
import { secondMs } from '../platform/time.ts';
import type { ChannelDeps, ChannelRow } from './channel-accounts.ts';
import { channelListings, channels } from './channels.tables.ts';

/** False in a shop without channels that are on, in which their tasks read nothing else. */
export async function hasChannels(db: Queryable): Promise<boolean> {
  const [any] = await db
    .select({ id: channels.id })
    .from(channels)
    .where(eq(channels.enabled, true))
    .limit(1);
  return any !== undefined;
}

/** Pause between two readings of the orders of a channel; also the time after which another process takes over. */
const readEveryMs = 30 * secondMs;

/** Returns the channels whose orders are to be read now; no other process reads them in the same time. */
export function claimOrderReading({ db, now }: ChannelDeps): Promise<ChannelRow[]> {
  const at = now();
  return db
    .update(channels)
    .set({ ordersDueAt: new Date(at.getTime() + readEveryMs) })
    .where(and(eq(channels.enabled, true), ne(channels.kind, 'back-market'), lte(channels.ordersDueAt, at)))
    .returning();
}

/** Stores how far the orders of a channel are known, or why they could not be read. */
export async function storeOrderReading(
  { db }: Pick<ChannelDeps, 'db'>,
  { id }: ChannelRow,
  outcome: { ordersReadAt: Date; failure: '' } | { failure: string },
): Promise<void> {
  await db.update(channels).set(outcome).where(eq(channels.id, id));
}

/** Returns the products that these SKUs name on the channel, else in the shop. */
export async function productsBySku(
  db: Queryable,
  channelId: string,
  skus: string[],
): Promise<Map<string, string>> {
  if (skus.length === 0) return new Map();
  const listed = await db
    .select({ sku: channelListings.sku, id: channelListings.productId })
    .from(channelListings)
    .where(and(eq(channelListings.channelId, channelId), inArray(channelListings.sku, skus)));
  const own = await db
    .select({ sku: products.sku, id: products.id })
    .from(products)
    .where(inArray(products.sku, skus));
  return new Map([...own, ...listed].map(({ sku, id }) => [sku, id]));
}
