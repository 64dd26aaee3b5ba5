import { Problem } from '@reprise/contract/problem';
import {
  maxPhotosPerLine,
  maxPhotosPerOrder,
  maxWaitingPhotos,
  type ReturnPhoto,
} from '@reprise/contract/sales/returns/return-photos';
import { maxPhotoSide } from '@reprise/contract/workshop/units/unit-photos';
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import {
  deleteImageFiles,
  deleteImageRows,
  storePrivateImage,
} from '../../../foundations/media/private-images.ts';
import type { MediaDeps } from '../../../foundations/media/store-image.ts';
import { inTransaction, type Queryable } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/new-id.ts';
import { orderNotFound } from '../../orders/order-access.ts';
import { lockOrderRow, type OrderRow } from '../../orders/orders.queries.ts';
import { recordReturnEvent } from '../return-rows.ts';
import { newestDelivery, readReturnableOrder } from '../returnable.queries.ts';
import { returnLines, returns } from '../returns.tables.ts';
import { type PhotoRow, toReturnPhoto } from './return-photo.queries.ts';
import { returnPhotos } from './return-photos.tables.ts';

type NewPhoto = { bytes: Buffer; key: string | undefined; line: string | undefined };

/**
 * Stores a photo of a customer, private and without its metadata; a repeated key returns the photo of the first request.
 * Throws VALIDATION_ERROR above the numbers of photos, RETURN_STATE for an order that was not sent or a decided line.
 */
export async function storeReturnPhoto(
  deps: MediaDeps,
  order: OrderRow,
  { bytes, key = newId('key'), line }: NewPhoto,
): Promise<ReturnPhoto> {
  const sent = await findSent(deps.db, order.id, key);
  if (sent) return toReturnPhoto(sent);
  // A refused photo is not decoded.
  await assertCanAdd(deps.db, order, line);
  const image = await storePrivateImage(deps, bytes, maxPhotoSide, null);
  const discard = async () => {
    await inTransaction(deps.db, (tx) => deleteImageRows(tx, [image.name]));
    await deleteImageFiles(deps.storage, [image.name]);
  };
  const stored = await inTransaction(deps.db, async (tx) => {
    const locked = await lockOrderRow(tx, order.id);
    // Its customer may have been erased while the image was encoded.
    if (locked?.accessVersion !== order.accessVersion) throw orderNotFound();
    const twin = await findSent(tx, order.id, key);
    if (twin) return twin;
    const found = await assertCanAdd(tx, locked, line);
    const now = deps.now();
    const { name: mediaName, width, height } = image;
    const [row] = await tx
      .insert(returnPhotos)
      .values({
        id: newId('rph'),
        orderId: order.id,
        lineId: line ?? null,
        mediaName,
        width,
        height,
        key,
        createdAt: now,
      })
      .returning();
    if (!row) throw new Error('The photo was not stored.');
    if (found) await recordReturnEvent(tx, found.returnId, { kind: 'photo-added' }, { actorId: null, now });
    return row;
  }).catch(async (error) => {
    await discard();
    throw error;
  });
  if (stored.mediaName !== image.name) await discard();
  return toReturnPhoto(stored);
}

async function findSent(db: Queryable, orderId: string, key: string): Promise<PhotoRow | undefined> {
  const [row] = await db
    .select()
    .from(returnPhotos)
    .where(and(eq(returnPhotos.orderId, orderId), eq(returnPhotos.key, key), isNull(returnPhotos.deletedAt)));
  return row;
}

/** Returns the line that the photo is for, if it names one. */
async function assertCanAdd(db: Queryable, order: OrderRow, lineId: string | undefined) {
  const ofOrder = eq(returnPhotos.orderId, order.id);
  const count = (where: SQL) => db.$count(returnPhotos, and(ofOrder, isNull(returnPhotos.deletedAt), where));
  if ((await db.$count(returnPhotos, ofOrder)) >= maxPhotosPerOrder)
    throw tooMany('This order has as many photos as it can have. Write to us instead.');
  if (lineId !== undefined) {
    const found = await findUndecided(db, order.id, lineId);
    if ((await count(eq(returnPhotos.lineId, lineId))) < maxPhotosPerLine) return found;
    throw tooMany(`An item has at most ${maxPhotosPerLine} photos. Remove one first.`);
  }
  if (newestDelivery(await readReturnableOrder(db, order)) === null)
    throw new Problem('RETURN_STATE', 'This order was not sent, so that nothing comes back.');
  if ((await count(sql`${returnPhotos.lineId} is null`)) >= maxWaitingPhotos)
    throw tooMany(`A return has at most ${maxWaitingPhotos} new photos. Remove one first.`);
  return null;
}

const tooMany = (message: string) =>
  new Problem('VALIDATION_ERROR', message, { errors: [{ field: 'photo', message }] });

async function findUndecided(db: Queryable, orderId: string, lineId: string) {
  const [found] = await db
    .select({ returnId: returns.id, decision: returnLines.decision, settledAt: returnLines.settledAt })
    .from(returnLines)
    .innerJoin(returns, eq(returns.id, returnLines.returnId))
    .where(and(eq(returnLines.id, lineId), eq(returns.orderId, orderId)));
  if (!found) throw new Problem('NOT_FOUND', 'Return not found.');
  if (found.decision === null && found.settledAt === null) return found;
  throw new Problem('RETURN_STATE', 'This item is decided already. Write to us about it instead.');
}
