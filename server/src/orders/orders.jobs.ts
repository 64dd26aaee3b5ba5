import { and, eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import { inTransaction } from '../platform/database/database.ts';
import type { Deps } from '../platform/deps.ts';
import { defineJob, handleJob, type JobHandler } from '../platform/jobs/jobs.ts';
import { eraseFromOrders } from './erase-user-from-orders.ts';
import { orders } from './orders.tables.ts';

/**
 * An order was cancelled while a payment was under way or done: the payment must not succeed any more,
 * or goes back. The payments slice does the work.
 */
export const returnPayment = defineJob(
  'return-payment',
  z.object({
    orderId: z.string(),
    /** Payments started later belong to the reopened order and are left alone. */
    cancelledAt: z.iso.datetime().optional(),
  }),
);

/** An order whose person asked to be erased has closed. */
export const eraseOrder = defineJob('erase-order', z.object({ orderId: z.string() }));

/** The background work of this slice. */
export function orderJobs({ db, secret }: Pick<Deps, 'db' | 'secret'>): JobHandler[] {
  return [
    handleJob(eraseOrder, ({ orderId }) =>
      inTransaction(db, async (tx) => {
        const isClosed = inArray(orders.status, ['delivered', 'cancelled']);
        // Locked first, so that an order that is being opened again keeps what delivery needs.
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
