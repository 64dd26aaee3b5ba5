import { Problem } from '@reprise/contract/problem';
import { type PhotoEdit, photoViewLabels } from '@reprise/contract/workshop/units/unit-photos';
import { eq } from 'drizzle-orm';
import {
  deleteImageFiles,
  deleteImageRows,
  publishImage,
} from '../../../foundations/media/private-images.ts';
import type { MediaDeps } from '../../../foundations/media/store-image.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { recordUnitEvents } from '../record-unit-events.ts';
import { lockUnit } from '../unit-rows.ts';
import { invalidateChoices } from '../units.tags.ts';
import { findPhoto } from './unit-photo.queries.ts';
import { unitPhotos } from './unit-photos.tables.ts';

/** Changes a photo. Making it private deletes the public copy, so that its address ends. */
export async function updatePhoto(
  deps: MediaDeps,
  unitId: string,
  photoId: string,
  { isPublic, ...edit }: PhotoEdit,
  actorId: string,
): Promise<void> {
  const before = await findPhoto(deps.db, unitId, photoId);
  const publishes = isPublic === true && before.publicName === null;
  const copy = publishes ? await publishImage(deps, before.mediaName, actorId) : undefined;
  const dropped = await inTransaction(deps.db, async (tx) => {
    const unit = await lockUnit(tx, unitId);
    const { publicName, view } = await findPhoto(tx, unitId, photoId);
    // Another call may have published it in the meantime.
    const publicNow =
      isPublic === undefined ? publicName : isPublic ? (publicName ?? copy?.name ?? null) : null;
    await tx
      .update(unitPhotos)
      .set({ ...edit, publicName: publicNow })
      .where(eq(unitPhotos.id, photoId));
    if (publicNow !== publicName) {
      const detail = `${photoViewLabels[edit.view ?? view].toLowerCase()} made ${publicNow ? 'public' : 'private'}`;
      await recordUnitEvents(tx, [{ unitId, kind: 'photographed', detail }], { actorId, now: deps.now() });
    }
    if (publicName !== null || publicNow !== null) invalidateChoices(tx, [unit.productId]);
    const unused = [publicName, copy?.name ?? null].flatMap((name) =>
      name && name !== publicNow ? name : [],
    );
    await deleteImageRows(tx, unused);
    return unused;
  }).catch(async (error) => {
    if (copy) await inTransaction(deps.db, (tx) => deleteImageRows(tx, [copy.name]));
    await deleteImageFiles(deps.storage, copy ? [copy.name] : []);
    throw error;
  });
  await deleteImageFiles(deps.storage, dropped);
}

/** Puts the photos of a unit in the order of the ids; throws EDIT_CONFLICT if they are others. */
export async function orderPhotos(deps: Pick<MediaDeps, 'db'>, unitId: string, ids: string[]): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const unit = await lockUnit(tx, unitId);
    const photos = await tx
      .select({ id: unitPhotos.id })
      .from(unitPhotos)
      .where(eq(unitPhotos.unitId, unitId));
    const isSame = new Set(ids).size === photos.length && photos.every(({ id }) => ids.includes(id));
    if (!isSame)
      throw new Problem('EDIT_CONFLICT', 'The photos have changed. Look at them again, then move them.');
    for (const [position, id] of ids.entries())
      await tx.update(unitPhotos).set({ position }).where(eq(unitPhotos.id, id));
    invalidateChoices(tx, [unit.productId]);
  });
}

/** Deletes a photo with its files. */
export async function deletePhoto(
  deps: MediaDeps,
  unitId: string,
  photoId: string,
  actorId: string,
): Promise<void> {
  const names = await inTransaction(deps.db, async (tx) => {
    const unit = await lockUnit(tx, unitId);
    const { mediaName, publicName, view } = await findPhoto(tx, unitId, photoId);
    await tx.delete(unitPhotos).where(eq(unitPhotos.id, photoId));
    const unused = [mediaName, ...(publicName ? [publicName] : [])];
    await deleteImageRows(tx, unused);
    const detail = `${photoViewLabels[view].toLowerCase()} deleted`;
    await recordUnitEvents(tx, [{ unitId, kind: 'photographed', detail }], { actorId, now: deps.now() });
    if (publicName) invalidateChoices(tx, [unit.productId]);
    return unused;
  });
  await deleteImageFiles(deps.storage, names);
}
