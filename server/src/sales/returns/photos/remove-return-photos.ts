import { Problem } from '@reprise/contract/problem';
import { waitingPhotoHours } from '@reprise/contract/sales/returns/return-photos';
import { and, asc, eq, inArray, isNotNull, isNull, lt, or } from 'drizzle-orm';
import { deleteImageFiles, deleteImageRows } from '../../../foundations/media/private-images.ts';
import type { MediaDeps } from '../../../foundations/media/store-image.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { hourMs } from '../../../platform/time.ts';
import type { OrderRow } from '../../orders/orders.queries.ts';
import { lockOrderRow } from '../../orders/orders.queries.ts';
import { recordReturnEvent } from '../return-rows.ts';
import { returnLines } from '../returns.tables.ts';
import { findReturnPhoto } from './return-photo.queries.ts';
import { returnPhotos } from './return-photos.tables.ts';

/** Photos that one run deletes. */
const maxSwept = 200;

/**
 * Deletes the photos that were removed or erased, whose case was never opened, or whose order is gone. The files go before
 * their rows, so that a run that stops in between is repeated.
 */
export async function sweepReturnPhotos(deps: MediaDeps): Promise<void> {
  const { db, storage, now } = deps;
  const waitedSince = new Date(now().getTime() - waitingPhotoHours * hourMs);
  // Marked first: a case that opens at the same time either has the photo or is refused it.
  await db
    .update(returnPhotos)
    .set({ deletedAt: now() })
    .where(
      and(
        isNull(returnPhotos.deletedAt),
        isNull(returnPhotos.lineId),
        or(isNull(returnPhotos.orderId), lt(returnPhotos.createdAt, waitedSince)),
      ),
    );
  const rows = await db
    .select({ id: returnPhotos.id, name: returnPhotos.mediaName })
    .from(returnPhotos)
    .where(isNotNull(returnPhotos.deletedAt))
    .orderBy(asc(returnPhotos.id))
    .limit(maxSwept);
  if (rows.length === 0) return;
  const names = rows.map(({ name }) => name);
  await deleteImageFiles(storage, names);
  const ids = rows.map(({ id }) => id);
  await inTransaction(db, async (tx) => {
    await tx.delete(returnPhotos).where(inArray(returnPhotos.id, ids));
    await deleteImageRows(tx, names);
  });
}

/** Removes a photo for its customer; throws RETURN_STATE once its line is decided. */
export async function removeReturnPhoto(deps: MediaDeps, order: OrderRow, photoId: string): Promise<void> {
  const now = deps.now();
  await inTransaction(deps.db, async (tx) => {
    await lockOrderRow(tx, order.id);
    const { lineId } = await findReturnPhoto(tx, order.id, photoId);
    await tx.update(returnPhotos).set({ deletedAt: now }).where(eq(returnPhotos.id, photoId));
    if (lineId === null) return;
    const [line] = await tx.select().from(returnLines).where(eq(returnLines.id, lineId));
    if (!line) return;
    if (line.decision !== null || line.settledAt !== null)
      throw new Problem('RETURN_STATE', 'This item is decided already, so that its photos stay.');
    await recordReturnEvent(tx, line.returnId, { kind: 'photo-removed' }, { actorId: null, now });
  });
  await sweepReturnPhotos(deps);
}
