import { formatMoney } from '@reprise/contract/money';
import type { ChannelRefund } from '@reprise/extension/channel';
import { asc, eq } from 'drizzle-orm';
import { readSettledPayments } from '../payments.queries.ts';
import { refunds } from '../payments.tables.ts';
import type { SettleDeps } from '../settle-payment.ts';
import { importRefunds } from './sync-refunds.ts';

/**
 * Takes over the refunds of an order that its sales channel lists. One of the amount of a refund that was sent and not
 * answered is that refund: taken for another, it would be paid twice.
 */
export async function importChannelRefunds(
  deps: SettleDeps,
  orderId: string,
  { listed, channel }: { listed: ChannelRefund[]; channel: string },
): Promise<void> {
  if (listed.length === 0) return;
  const own = await deps.db
    .select({
      id: refunds.id,
      amountCents: refunds.amountCents,
      processorRefundId: refunds.processorRefundId,
      status: refunds.status,
    })
    .from(refunds)
    .where(eq(refunds.orderId, orderId))
    .orderBy(asc(refunds.createdAt), asc(refunds.id));
  const known = new Set(own.map(({ processorRefundId }) => processorRefundId));
  const unanswered = own.filter(
    ({ status, processorRefundId }) => status === 'requested' && processorRefundId === null,
  );
  const imported = listed.map(({ id, amountCents, state }) => {
    const index = known.has(id) ? -1 : unanswered.findIndex((one) => one.amountCents === amountCents);
    const [answered] = index < 0 ? [] : unanswered.splice(index, 1);
    return {
      id,
      refundId: answered?.id ?? null,
      amountCents,
      status: state,
      failure: state === 'failed' ? `${channel} could not refund ${formatMoney(amountCents)}.` : null,
    };
  });
  for (const payment of await readSettledPayments(deps.db, orderId))
    await importRefunds(deps, payment, imported, channel);
}
