import { Problem } from '@reprise/contract/problem';
import { and, eq } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { recordAudit } from '../../../foundations/audit/record-audit.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { orderNotFound } from '../order-access.ts';
import { lockOrderRow } from '../orders.queries.ts';
import { orderNotes } from '../orders.tables.ts';

export async function deleteOrderNote(
  deps: Pick<Deps, 'db'>,
  reference: string,
  noteId: string,
  actorId: string,
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const order = await lockOrderRow(tx, reference);
    if (!order) throw orderNotFound();
    const [deleted] = await tx
      .delete(orderNotes)
      .where(and(eq(orderNotes.id, noteId), eq(orderNotes.orderId, order.id)))
      .returning({ author: orderNotes.authorId });
    if (!deleted) throw new Problem('NOT_FOUND', 'This note has already been deleted.');
    await recordAudit(tx, {
      actorId,
      action: 'delete order note',
      subject: `order ${order.id}`,
      before: { note: noteId, author: deleted.author },
    });
  });
}
