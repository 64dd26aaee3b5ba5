import type { CallOutput } from '@reprise/contract/endpoint';
import type { Cents } from '@reprise/contract/money';
import type { paymentEndpoints } from '@reprise/contract/sales/payments/payments';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { readSettings } from '../../../foundations/settings/settings.queries.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { summaryColumns } from '../../orders/orders.queries.ts';
import { orderItems, orders } from '../../orders/orders.tables.ts';
import { payments } from '../payments.tables.ts';

type Preview = CallOutput<typeof paymentEndpoints.previewCancellations>;

/** Returns what cancelling would do to each order, in the order of the ids; unknown ids are left out. */
export async function previewCancellations(db: Queryable, ids: string[]): Promise<Preview> {
  const { refundLimit } = await readSettings(db);
  // Counted units that were refunded without coming back stay with the customer, or were never sent.
  const kept = sql`case when ${orderItems.tracking} = 'serial' then 0 else greatest(${orderItems.shortQuantity},
    ${orderItems.refundedQuantity} - ${orderItems.returnedQuantity}) end`;
  const units = sql<number>`(select coalesce(sum(
      ${orderItems.quantity} - ${orderItems.returnedQuantity} - ${kept}), 0)::int
    from ${orderItems} where ${orderItems.orderId} = ${orders}.id)`;
  const settled = db
    .select({
      orderId: payments.orderId,
      left: sql<number>`sum(${payments.amountCents} - ${payments.refundedCents})::float8`.as('left_cents'),
      paid: sql<number>`sum(${payments.amountCents})::float8`.as('paid_cents'),
      hasManual: sql<boolean>`bool_or(${payments.processor} = 'manual')`.as('has_manual'),
      isDisputed:
        sql<boolean>`bool_or(${payments.isDisputed} and ${payments.refundedCents} < ${payments.amountCents})`.as(
          'is_disputed',
        ),
    })
    .from(payments)
    .where(and(inArray(payments.orderId, ids), eq(payments.status, 'succeeded')))
    .groupBy(payments.orderId)
    .as('settled');
  const rows = await db
    .select({
      ...summaryColumns,
      units,
      left: settled.left,
      paid: settled.paid,
      hasManual: settled.hasManual,
      isDisputed: settled.isDisputed,
    })
    .from(orders)
    .leftJoin(settled, eq(settled.orderId, orders.id))
    .where(inArray(orders.id, ids));
  const previews = new Map(
    rows.map(({ id, orderNumber, status, paymentStatus, units, left, paid, hasManual, isDisputed }) => {
      const isRefundable = paymentStatus === 'paid' || paymentStatus === 'partly-refunded';
      const isCancelled = status === 'cancelled';
      const refund = (isCancelled || !isRefundable ? 0 : (left ?? 0)) as Cents;
      const preview = {
        id,
        orderNumber,
        isCancelled,
        units: isCancelled ? 0 : units,
        refund,
        // The rule of `exceedsRefundLimit`: what is left and what was refunded before are all that was paid. The refund of
        // a disputed payment waits for the outcome.
        needsApproval: refund > 0 && (isDisputed === true || (paid ?? 0) > refundLimit),
        isRefundedByHand: refund > 0 && hasManual === true,
      };
      return [id, preview];
    }),
  );
  return { cancellations: ids.flatMap((id) => previews.get(id) ?? []) };
}
