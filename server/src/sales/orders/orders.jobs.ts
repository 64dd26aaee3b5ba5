import { and, eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { defineJob, handleJob, type JobHandler } from '../../platform/jobs/define-job.ts';
import { eraseFromOrders } from './erase-user-from-orders.ts';
import { orders } from './orders.tables.ts';
import { stopCountingTestOrders } from './stop-counting-test-orders.ts';

/**
 * Ends or refunds the payment of an order cancelled while a payment was started or done. Handled by the payments
 * slice.
 */
export const returnPayment = defineJob(
  'return-payment',
  z.object({
    orderId: z.string(),
    /** Payments started later belong to the reopened order and stay unchanged. */
    cancelledAt: z.iso.datetime().optional(),
  }),
);

/** Erases personal data from an order that closed after its customer asked for erasure. */
export const eraseOrder = defineJob('erase-order', z.object({ orderId: z.string() }));

/** Takes test orders out of the figures after a sale for real money. */
export const endTestFigures = defineJob('end-test-figures', z.object({ orderId: z.string() }));

/** Job handlers of the orders slice. */
export function orderJobs({ db, secret }: Pick<Deps, 'db' | 'secret'>): JobHandler[] {
  return [
    handleJob(endTestFigures, () => stopCountingTestOrders(db)),
    handleJob(eraseOrder, ({ orderId }) =>
      inTransaction(db, async (tx) => {
        const isClosed = inArray(orders.status, ['delivered', 'cancelled']);
        // Lock first: an order reopened concurrently must keep what delivery needs.
        await tx.select({ id: orders.id }).from(orders).where(eq(orders.id, orderId)).for('update');
        await eraseFromOrders(
          tx,
          secret,
          and(eq(orders.id, orderId), isClosed, eq(orders.eraseWhenClosed, true)),
        );
      }),
    ),
  ];
}
