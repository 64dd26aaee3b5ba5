import { Problem } from '@reprise/contract/problem';
import { leftOf, type PaymentRow } from '../payments.queries.ts';
import { findPageOf, type ProcessorDeps } from '../processors/processors.ts';

/** Ids of payments whose page PAYMENT_ADAPTER does not name any more: no processor can refund them. */
export type Disconnected = ReadonlySet<string>;

export async function findDisconnected(
  deps: Pick<ProcessorDeps, 'environment'>,
  settled: PaymentRow[],
): Promise<Disconnected> {
  const ids = new Set<string>();
  for (const payment of settled) {
    if (payment.processor === 'adapter' && !(await findPageOf(deps, payment))) ids.add(payment.id);
  }
  return ids;
}

/** Throws NOT_REFUNDABLE if a refund would wait unseen for a page that is not connected. */
export function assertConnected(disconnected: Disconnected, settled: PaymentRow[]): void {
  const payment = settled.find((one) => disconnected.has(one.id) && leftOf([one]) > 0);
  if (!payment) return;
  const name = payment.page ?? 'another processor';
  const message = `This payment was made at ${name}, which is not connected any more, so it cannot be refunded here. Name its module in PAYMENT_ADAPTER again, or return the money yourself and record that on the order.`;
  throw new Problem('NOT_REFUNDABLE', message, { errors: [{ field: 'byHand', message }] });
}

/** Returns the payments of which a return by hand can be recorded; throws unless one has money left. */
export function assertDisconnected(disconnected: Disconnected, settled: PaymentRow[]): PaymentRow[] {
  const payments = settled.filter(({ id }) => disconnected.has(id));
  if (leftOf(payments) > 0) return payments;
  const message = 'Nothing is left of payments whose page is not connected. Refund the others here.';
  throw new Problem('NOT_REFUNDABLE', message, { errors: [{ field: 'byHand', message }] });
}
