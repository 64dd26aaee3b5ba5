import { Problem } from '@reprise/contract/problem';
import {
  maxPhotoSide,
  maxPhotosPerUnit,
  type PhotoView,
  photoViewLabels,
} from '@reprise/contract/workshop/units/unit-photos';
import { and, eq, sql } from 'drizzle-orm';
import {
  deleteImageFiles,
  deleteImageRows,
  storePrivateImage,
} from '../../../foundations/media/private-images.ts';
import type { MediaDeps } from '../../../foundations/media/store-image.ts';
import { inTransaction, type Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/new-id.ts';
import { recordUnitEvents } from '../record-unit-events.ts';
import { lockUnits } from '../unit-rows.ts';
import { unitPhotos } from './unit-photos.tables.ts';

type NewPhoto = { unitId: string; bytes: Buffer; view: PhotoView; key: string | undefined };

/**
 * Stores a photo as the last of its unit, private; a repeated key stores nothing. `admit` runs in the transaction and
 * throws if the sender may not add it.
 */
export async function storePhoto(
  deps: MediaDeps,
  { unitId, bytes, view, key = newId('key') }: NewPhoto,
  actorId: string | null,
  admit: (tx: Tx, bytes: number) => Promise<void> = async () => {},
): Promise<void> {
  const isSent = (tx: Pick<Tx, '$count'>) =>
    tx.$count(unitPhotos, and(eq(unitPhotos.unitId, unitId), eq(unitPhotos.key, key)));
  if ((await isSent(deps.db)) > 0) return;
  const image = await storePrivateImage(deps, bytes, maxPhotoSide, actorId);
  const by = { actorId, now: deps.now() };
  const discard = async () => {
    await inTransaction(deps.db, (tx) => deleteImageRows(tx, [image.name]));
    await deleteImageFiles(deps.storage, [image.name]);
  };
  const isStored = await inTransaction(deps.db, async (tx) => {
    await lockUnits(tx, [unitId]);
    if ((await isSent(tx)) > 0) return false;
    await admit(tx, image.bytes);
    if ((await tx.$count(unitPhotos, eq(unitPhotos.unitId, unitId))) >= maxPhotosPerUnit) {
      throw new Problem(
        'VALIDATION_ERROR',
        `A device has at most ${maxPhotosPerUnit} photos. Delete one first.`,
      );
    }
    await tx.insert(unitPhotos).values({
      id: newId('uph'),
      unitId,
      position: sql`(select coalesce(max(position), 0) + 1 from unit_photos where unit_id = ${unitId})`,
      mediaName: image.name,
      width: image.width,
      height: image.height,
      view,
      key,
      actorId,
      createdAt: by.now,
    });
    const detail = `${photoViewLabels[view].toLowerCase()} added`;
    await recordUnitEvents(tx, [{ unitId, kind: 'photographed', detail }], by);
    return true;
  }).catch(async (error) => {
    await discard();
    throw error;
  });
  if (!isStored) await discard();
}
