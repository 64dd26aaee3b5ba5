import { eq } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { draftOrders } from './draft-orders.tables.ts';
import { lockOpenDraft, recordDraftAudit } from './save-draft.ts';

/** Cancels a draft that was not ordered: its link says so. */
export async function cancelDraftOrder(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  id: string,
  actorId: string,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const before = await lockOpenDraft(tx, id, now());
    await tx.update(draftOrders).set({ cancelledAt: now(), updatedAt: now() }).where(eq(draftOrders.id, id));
    await recordDraftAudit(tx, { id, action: 'cancel draft order', actorId, before });
  });
}
