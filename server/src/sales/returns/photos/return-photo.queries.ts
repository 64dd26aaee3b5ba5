import { Problem } from '@reprise/contract/problem';
import { maxPhotosPerLine, type ReturnPhoto } from '@reprise/contract/sales/returns/return-photos';
import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database/database.ts';
import { returnPhotos } from './return-photos.tables.ts';

export type PhotoRow = typeof returnPhotos.$inferSelect;

export const toReturnPhoto = ({ id, width, height }: PhotoRow): ReturnPhoto => ({ id, width, height });

/** Returns the photo of an order; throws the same NOT_FOUND for photos of other orders and for removed ones. */
export async function findReturnPhoto(db: Queryable, orderId: string, id: string): Promise<PhotoRow> {
  const [row] = await db
    .select()
    .from(returnPhotos)
    .where(and(eq(returnPhotos.id, id), eq(returnPhotos.orderId, orderId), isNull(returnPhotos.deletedAt)));
  if (!row) throw new Problem('NOT_FOUND', 'Photo not found.');
  return row;
}

/** Returns the photos of lines in the order in which they were added. */
export async function readPhotosOfLines(
  db: Queryable,
  lineIds: string[],
): Promise<Map<string | null, PhotoRow[]>> {
  if (lineIds.length === 0) return new Map();
  const rows = await db
    .select()
    .from(returnPhotos)
    .where(and(inArray(returnPhotos.lineId, lineIds), isNull(returnPhotos.deletedAt)))
    .orderBy(asc(returnPhotos.createdAt), asc(returnPhotos.id))
    .limit(lineIds.length * maxPhotosPerLine);
  return Map.groupBy(rows, ({ lineId }) => lineId);
}
