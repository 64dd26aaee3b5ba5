import { z } from 'zod';
import { defineJob } from '../../../platform/jobs/define-job.ts';
import { amountDueOf } from '../../orders/amount-due.ts';
import { findOrderRow } from '../../orders/orders.queries.ts';
import { endPayment } from '../end-payment.ts';
import { findOpenPayment } from '../payments.queries.ts';
import type { ProcessorDeps } from '../processors/processors.ts';
import type { SettleDeps } from '../settle-payment.ts';

/** Cancels the open payment of an edited order at the processor, because it is of the amount before. */
export const endOutdatedPayment = defineJob('end-outdated-payment', z.object({ orderId: z.string() }));

/** Idempotent. A payment that has succeeded by then is settled: the rest is due or refunded. */
export async function endOutdatedPaymentOf(deps: SettleDeps & ProcessorDeps, orderId: string): Promise<void> {
  const order = await findOrderRow(deps.db, orderId);
  const open = await findOpenPayment(deps.db, orderId);
  if (!order || open?.status !== 'created' || open.amountCents === amountDueOf(order)) return;
  await endPayment(deps, open);
}
