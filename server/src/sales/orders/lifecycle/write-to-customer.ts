import { Problem } from '@reprise/contract/problem';
import type { Deps } from '../../../deps.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { lockOrderConversation } from '../../conversations/add-customer-message.ts';
import { addAnswer } from '../../conversations/answer-conversation.ts';
import { lockOrderRow } from '../orders.queries.ts';

/** Mails a message of staff to the customer of an order, in the conversation about it or a new one. */
export async function writeToCustomer(
  deps: Pick<Deps, 'db' | 'jobs' | 'now'>,
  reference: string,
  text: string,
  actorId: string,
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const order = await lockOrderRow(tx, reference);
    if (!order || order.email === '')
      throw new Problem('NOT_FOUND', 'This order has no customer to write to.');
    const { id, email } = order;
    const name = `${order.firstName} ${order.lastName}`.trim();
    const conversation = await lockOrderConversation(tx, id, { name, email }, deps.now());
    await addAnswer(tx, deps, conversation, { text }, actorId);
  });
}
