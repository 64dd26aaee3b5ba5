import { Problem } from '@reprise/contract/problem';
import type { PhotoMark, PhotoView, UnitPhoto } from '@reprise/contract/workshop/units/unit-photos';
import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database/database.ts';
import { actorName } from '../unit.queries.ts';
import { unitPhotos } from './unit-photos.tables.ts';

const inOrder = [asc(unitPhotos.position), asc(unitPhotos.id)];
const urlOf = (name: string) => `/media/${name}`;

/** Returns the photos of a unit for staff, in order. */
export async function readUnitPhotos(db: Queryable, unitId: string): Promise<UnitPhoto[]> {
  const rows = await db
    .select({ photo: unitPhotos, actor: actorName(unitPhotos.actorId) })
    .from(unitPhotos)
    .where(eq(unitPhotos.unitId, unitId))
    .orderBy(...inOrder);
  return rows.map(({ photo: { id, view, words, marks, publicName, width, height, createdAt }, actor }) => ({
    id,
    view,
    words,
    marks,
    publicUrl: publicName && urlOf(publicName),
    width,
    height,
    actor,
    at: createdAt.toISOString(),
  }));
}

export type PublicPhoto = {
  url: string;
  width: number;
  height: number;
  view: PhotoView;
  words: string;
  marks: PhotoMark[];
};

/** Returns the public photos of these units in order, by unit id; units without any are left out. */
export async function readPublicPhotos(
  db: Queryable,
  unitIds: readonly string[],
): Promise<Map<string, PublicPhoto[]>> {
  const photosOf = new Map<string, PublicPhoto[]>();
  if (unitIds.length === 0) return photosOf;
  const rows = await db
    .select()
    .from(unitPhotos)
    .where(and(inArray(unitPhotos.unitId, [...unitIds]), isNotNull(unitPhotos.publicName)))
    .orderBy(...inOrder);
  for (const { unitId, publicName, width, height, view, words, marks } of rows) {
    const photo = { url: urlOf(publicName ?? ''), width, height, view, words, marks };
    photosOf.set(unitId, [...(photosOf.get(unitId) ?? []), photo]);
  }
  return photosOf;
}

type PhotoRow = typeof unitPhotos.$inferSelect;

/** Returns a photo of the unit; throws NOT_FOUND for one of another unit. */
export async function findPhoto(db: Queryable, unitId: string, id: string): Promise<PhotoRow> {
  const [row] = await db
    .select()
    .from(unitPhotos)
    .where(and(eq(unitPhotos.unitId, unitId), eq(unitPhotos.id, id)));
  if (!row) throw new Problem('NOT_FOUND', 'Photo not found. Reload the page.');
  return row;
}
