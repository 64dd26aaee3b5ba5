import type { PaymentStatus } from '@reprise/contract/sales/orders/order-status';
import { and, eq } from 'drizzle-orm';
import type { Tx } from '../../../platform/database/database.ts';
import type { OrderRow } from '../../orders/orders.queries.ts';
import { readSettledPayments } from '../payments.queries.ts';
import { refunds } from '../payments.tables.ts';
import { hasLoweredRevenue } from './store-refund.ts';

type Closing = { decidedBy: string | null; reason: string; now: Date };

/** Declines the pending refund of a locked order; returns the order's payment status without it. */
export async function closeWaitingRefund(
  tx: Tx,
  order: OrderRow,
  { decidedBy, reason, now }: Closing,
): Promise<PaymentStatus> {
  await tx
    .update(refunds)
    .set({ status: 'declined', declineReason: reason, decidedBy, decidedAt: now, updatedAt: now })
    .where(and(eq(refunds.orderId, order.id), eq(refunds.status, 'awaiting-approval')));
  const settled = await readSettledPayments(tx, order.id);
  return hasLoweredRevenue(settled) ? 'partly-refunded' : 'paid';
}
