import { eq } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import type { MailReaders } from '../../../foundations/notifications/mail-requests.ts';
import { readSettings } from '../../../foundations/settings/settings.queries.ts';
import { orders } from '../../orders/orders.tables.ts';
import { stripeDisputeUrl } from '../payments.queries.ts';
import { disputes, payments } from '../payments.tables.ts';

/** Reader of the mails to the store about disputes. */
export function disputeMailReaders({ db }: Pick<Deps, 'db'>): Pick<MailReaders, 'dispute'> {
  return {
    dispute: async ({ kind, eventKey, disputeId, change }) => {
      const [row] = await db
        .select({ dispute: disputes, orderNumber: orders.orderNumber, livemode: payments.livemode })
        .from(disputes)
        .innerJoin(orders, eq(orders.id, disputes.orderId))
        .innerJoin(payments, eq(payments.id, disputes.paymentId))
        .where(eq(disputes.id, disputeId));
      if (!row) return null;
      const { amountCents, reason, evidenceDueBy } = row.dispute;
      return {
        kind,
        eventKey,
        change,
        to: (await readSettings(db)).storeEmail,
        orderNumber: row.orderNumber,
        amount: amountCents,
        reason,
        evidenceDueBy: evidenceDueBy?.toISOString() ?? null,
        url: stripeDisputeUrl(disputeId, row.livemode),
      };
    },
  };
}
