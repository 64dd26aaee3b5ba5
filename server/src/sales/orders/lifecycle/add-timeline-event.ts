import type { TimelineStatus } from '@reprise/contract/sales/orders/order-status';
import type { Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/new-id.ts';
import { orderEvents } from '../orders.tables.ts';

type Step = { status: TimelineStatus; description: string; actorId: string | null; now: Date };

/** Inserts a timeline event that is not a status change. */
export async function addTimelineEvent(
  tx: Tx,
  orderId: string,
  { status, description, actorId, now }: Step,
): Promise<void> {
  await tx
    .insert(orderEvents)
    .values({ id: newId('oev'), orderId, status, description, actorId, createdAt: now });
}
