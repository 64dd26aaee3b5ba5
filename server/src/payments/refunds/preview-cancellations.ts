import type { CallOutput } from '@reprise/contract/endpoint';
import type { Cents } from '@reprise/contract/money';
import type { paymentEndpoints } from '@reprise/contract/payments/payments';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { summaryColumns } from '../../orders/orders.queries.ts';
import { orderItems, orders } from '../../orders/orders.tables.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { readSettings } from '../../settings/settings.queries.ts';
import { payments } from '../payments.tables.ts';

type Preview = CallOutput<typeof paymentEndpoints.previewCancellations>;

/** Returns what cancelling would do to each order, in the order of the ids; unknown ids are left out. */
export async function previewCancellations(db: Queryable, ids: string[]): Promise<Preview> {
  const { refundLimit } = await readSettings(db);
  const units = sql<number>`(select coalesce(sum(${orderItems.quantity}), 0)::int from ${orderItems}
    where ${orderItems.orderId} = ${orders}.id)`;
  const rows = await db
    .select({
      ...summaryColumns,
      units,
      amount: payments.amountCents,
      refunded: payments.refundedCents,
      processor: payments.processor,
    })
    .from(orders)
    .leftJoin(payments, and(eq(payments.orderId, orders.id), eq(payments.status, 'succeeded')))
    .where(inArray(orders.id, ids));
  const previews = new Map(
    rows.map(({ id, orderNumber, status, paymentStatus, total, units, amount, refunded, processor }) => {
      const isRefundable = paymentStatus === 'paid' || paymentStatus === 'partly-refunded';
      const isCancelled = status === 'cancelled';
      const refund = (isCancelled || !isRefundable ? 0 : (amount ?? 0) - (refunded ?? 0)) as Cents;
      const preview = {
        id,
        orderNumber,
        isCancelled,
        units: isCancelled ? 0 : units,
        refund,
        // The rule of `requestApproval`, which counts the order's total.
        needsApproval: refund > 0 && total > refundLimit,
        isRefundedByHand: refund > 0 && processor === 'manual',
      };
      return [id, preview];
    }),
  );
  return { cancellations: ids.flatMap((id) => previews.get(id) ?? []) };
}
