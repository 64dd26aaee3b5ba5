import { Problem } from '@reprise/contract/problem';
import { type ChannelRefund, ChannelRefusal, type RefundReason } from '@reprise/extension/channel';
import type { RefundResult } from '@reprise/extension/payment-page';
import { eq } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { channelOrders } from '../../channel-orders/channel-orders.tables.ts';
import { findChannel, openChannel } from '../../channels/channel-accounts.ts';
import { channelFailure } from '../../channels/channel-failure.ts';
import type { RefundRow } from '../payments.queries.ts';
import { refunds } from '../payments.tables.ts';

type RefundDeps = Pick<Deps, 'db' | 'secret' | 'environment'>;

/**
 * Has a sales channel return the money that it took. A refund whose answer was lost is found at the channel by its amount
 * and not made again. Throws PAYMENT_UNAVAILABLE if the channel does not answer.
 */
export async function refundAtChannel(deps: RefundDeps, refund: RefundRow): Promise<RefundResult> {
  const [sold] = await deps.db.select().from(channelOrders).where(eq(channelOrders.orderId, refund.orderId));
  // Refunded by hand at a channel that only knows files, or already by the channel that cancelled the order.
  if (!sold || sold.isByHand || sold.isCancelled || sold.channelId === null) return done;
  const channel = await openChannel(deps, await findChannel(deps.db, sold.channelId));
  if (!channel) throw unavailable('The account of the channel is not connected.');
  const { externalId } = sold;
  try {
    const known = await knownRefunds(deps, refund.orderId);
    const order = await channel.readOrder(externalId);
    if (refund.processorRefundId !== null)
      return resultOf(order.refunds.find(({ id }) => id === refund.processorRefundId));
    if (order.state === 'cancelled') return done;
    const lost = order.refunds.find(
      ({ id, state, amountCents }) =>
        !known.has(id) && state !== 'failed' && amountCents === refund.amountCents,
    );
    const { amountCents } = refund;
    return resultOf(lost ?? (await channel.refund(externalId, { amountCents, reason: reasonOf(refund) })));
  } catch (error) {
    if (error instanceof ChannelRefusal && !error.isKey)
      return { id: refund.processorRefundId, status: 'failed', failure: error.message };
    throw channelFailure(error) === null ? error : unavailable(error);
  }
}

const done: RefundResult = { id: null, status: 'succeeded', failure: null };

/** A refund that the channel does not list yet is on its way. */
function resultOf(refund: ChannelRefund | undefined): RefundResult {
  if (!refund) return { id: null, status: 'pending', failure: null };
  const failure = refund.state === 'failed' ? 'The channel could not refund it.' : null;
  return { id: refund.id, status: refund.state, failure };
}

async function knownRefunds({ db }: RefundDeps, orderId: string): Promise<Set<string | null>> {
  const rows = await db
    .select({ id: refunds.processorRefundId })
    .from(refunds)
    .where(eq(refunds.orderId, orderId));
  return new Set(rows.map(({ id }) => id));
}

function reasonOf({ cause, isRestocked }: RefundRow): RefundReason {
  if (cause === 'cancellation') return 'cancelled';
  return isRestocked ? 'returned' : 'other';
}

function unavailable(cause: unknown): Problem {
  return new Problem('PAYMENT_UNAVAILABLE', 'The sales channel does not answer at the moment.', { cause });
}
