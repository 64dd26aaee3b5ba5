import type { OrderMailKind } from '@reprise/contract/foundations/notifications/mail-kinds';
import { Problem } from '@reprise/contract/problem';
import type { Deps } from '../../deps.ts';
import { recordAudit } from '../../foundations/audit/record-audit.ts';
import { queueMail } from '../../foundations/notifications/mail-requests.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/new-id.ts';
import { orderNotFound } from './order-access.ts';
import { isSendable } from './order-context.queries.ts';
import { lockOrderRow, type OrderRow } from './orders.queries.ts';

/** Sends an order mail again with the order's current state. */
export async function sendOrderMail(
  deps: Pick<Deps, 'db' | 'jobs'>,
  reference: string,
  kind: OrderMailKind,
  actorId: string,
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const row = await lockOrderRow(tx, reference);
    if (!row) throw orderNotFound();
    if (!isSendable(kind, row)) {
      const message = unsendable(row);
      throw new Problem('VALIDATION_ERROR', message, { errors: [{ field: 'kind', message }] });
    }
    await queueMail(tx, deps.jobs, {
      kind,
      eventKey: `${kind}:${row.id}:${newId('again')}`,
      orderId: row.id,
      asked: true,
      byStaff: true,
    });
    await recordAudit(tx, {
      actorId,
      action: 'send order mail',
      subject: `order ${row.id}`,
      after: { kind },
    });
  });
}

function unsendable({ email, paymentMethod, status }: OrderRow): string {
  if (paymentMethod === 'channel') return 'The buyer gets the mails of the sales channel.';
  return email === '' ? 'The customer’s data was erased.' : `The order is ${status}.`;
}
