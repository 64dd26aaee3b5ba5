import type { Deps } from '../../../deps.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { addCustomerMessage, lockOrderConversation } from '../../conversations/add-customer-message.ts';
import { isOwnOrder, type OrderRequester, orderNotFound } from '../order-access.ts';
import { findOrderRow, lockOrderRow } from '../orders.queries.ts';

/** Adds a message of the customer to the conversation about their own order and mails it to the store. */
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
    const { email, orderNumber } = order;
    const name = `${order.firstName} ${order.lastName}`.trim();
    const conversation = await lockOrderConversation(tx, order.id, { name, email }, deps.now());
    await addCustomerMessage(tx, deps, conversation, { text, orderNumber });
  });
}
