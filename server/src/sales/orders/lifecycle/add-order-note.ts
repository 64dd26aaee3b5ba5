import type { OrderNote } from '@reprise/contract/sales/orders/order-context';
import type { Deps } from '../../../deps.ts';
import { recordAudit } from '../../../foundations/audit/record-audit.ts';
import { inTransaction, type Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/new-id.ts';
import { orderNotFound } from '../order-access.ts';
import { readNotes } from '../order-context.queries.ts';
import { lockOrderRow } from '../orders.queries.ts';
import { orderNotes } from '../orders.tables.ts';

/** Stores an internal note of the staff. The audit log records the note's id, not its text. */
export async function addOrderNote(
  deps: Pick<Deps, 'db' | 'now'>,
  reference: string,
  text: string,
  authorId: string,
): Promise<OrderNote> {
  return inTransaction(deps.db, async (tx) => {
    const order = await lockOrderRow(tx, reference);
    if (!order) throw orderNotFound();
    const id = newId('ont');
    await tx.insert(orderNotes).values({ id, orderId: order.id, authorId, text, createdAt: deps.now() });
    await recordAudit(tx, {
      actorId: authorId,
      action: 'add order note',
      subject: `order ${order.id}`,
      after: { note: id },
    });
    const note = (await readNotes(tx, order.id)).find((row) => row.id === id);
    if (!note) throw new Error(`Note ${id} was not found after its insert.`);
    return note;
  });
}

/** Adds internal notes that the shop itself writes, in the transaction of what it is about. */
export async function addShopNotes(tx: Tx, orderId: string, texts: string[], now: Date): Promise<void> {
  if (texts.length === 0) return;
  await tx
    .insert(orderNotes)
    .values(texts.map((text) => ({ id: newId('ont'), orderId, isByShop: true, text, createdAt: now })));
}
