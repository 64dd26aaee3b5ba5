import { Problem } from '@reprise/contract/problem';
import { and, desc, eq, gt } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { queueSupportMessage } from '../../notifications/send-support-message.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/new-id.ts';
import { dayMs } from '../../platform/time.ts';
import { isOwnOrder, type OrderRequester, orderNotFound } from '../order-access.ts';
import { findOrderRow, lockOrderRow } from '../orders.queries.ts';
import { orderMessages } from '../orders.tables.ts';

/** Messages about one order in 24 hours. */
const maxMessagesPerDay = 5;

/**
 * Stores a message of the customer about their own order and mails it to the store. A repeated message is not stored
 * again, so that two presses send one.
 */
export async function reportProblem(
  deps: Pick<Deps, 'db' | 'jobs' | 'now' | 'secret'>,
  requester: OrderRequester,
  reference: string,
  text: string,
): Promise<void> {
  const row = await findOrderRow(deps.db, reference);
  if (!row || !isOwnOrder(deps.secret, requester, row, deps.now())) throw orderNotFound();
  await inTransaction(deps.db, async (tx) => {
    const order = await lockOrderRow(tx, row.id);
    if (!order) throw orderNotFound();
    const now = deps.now();
    const recent = await tx
      .select({ text: orderMessages.text })
      .from(orderMessages)
      .where(
        and(
          eq(orderMessages.orderId, order.id),
          gt(orderMessages.createdAt, new Date(now.getTime() - dayMs)),
        ),
      )
      .orderBy(desc(orderMessages.createdAt), desc(orderMessages.id))
      .limit(maxMessagesPerDay);
    if (recent.some((message) => message.text === text)) return;
    if (recent.length === maxMessagesPerDay) {
      const message = 'We have your messages about this order and will reply by email.';
      throw new Problem('RATE_LIMITED', message, { retryAfterSeconds: dayMs / 1000 });
    }
    await tx.insert(orderMessages).values({ id: newId('omg'), orderId: order.id, text, createdAt: now });
    const { email, orderNumber } = order;
    const name = `${order.firstName} ${order.lastName}`.trim();
    await queueSupportMessage(tx, deps, { name, email, orderNumber, message: text });
  });
}
