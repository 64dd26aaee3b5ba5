import { and, eq, lte, ne } from 'drizzle-orm';
import { secondMs } from '../../platform/time.ts';
import type { ChannelDeps, ChannelRow } from './channel-accounts.ts';
import { channels } from './channels.tables.ts';

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
