import type { ExemptionStatus } from '@reprise/contract/sales/orders/tax/exemption';
import { eq } from 'drizzle-orm';
import { recordAudit } from '../../../foundations/audit/record-audit.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { addTimelineEvent } from '../lifecycle/add-timeline-event.ts';
import type { OrderRow } from '../orders.queries.ts';
import { orders } from '../orders.tables.ts';

const descriptions: Record<ExemptionStatus, string> = {
  pending: 'We are checking your new VAT number.',
  checked: 'We have checked your VAT number: your order has no tax.',
  invalid: 'Your VAT number could not be confirmed.',
};

type Decision = {
  status: ExemptionStatus;
  /** True if the order has its tax from now on. */
  isTaxed?: boolean;
  actorId: string;
  now: Date;
};

/** Stores who decided on the VAT number of a locked order without tax, with timeline and audit. */
export async function storeExemption(
  tx: Tx,
  order: OrderRow,
  { status, isTaxed = false, actorId, now }: Decision,
): Promise<void> {
  const isDecided = status !== 'pending' && !isTaxed;
  await tx
    .update(orders)
    .set({
      exemption: isTaxed ? null : status,
      exemptionDecidedAt: isDecided ? now : null,
      exemptionDecidedBy: isDecided ? actorId : null,
      updatedAt: now,
    })
    .where(eq(orders.id, order.id));
  const description = descriptions[status];
  await addTimelineEvent(tx, order.id, { status: 'Edited', description, actorId, now });
  await recordAudit(tx, {
    actorId,
    action: 'decide exemption',
    subject: `order ${order.id}`,
    before: { exemption: order.exemption },
    after: { exemption: status },
  });
}
