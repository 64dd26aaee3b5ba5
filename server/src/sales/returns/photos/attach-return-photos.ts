import { Problem } from '@reprise/contract/problem';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Tx } from '../../../platform/database/database.ts';
import { returnPhotos } from './return-photos.tables.ts';

/** Gives a new line the photos that its customer added before; throws VALIDATION_ERROR unless each is waiting. */
export async function attachReturnPhotos(
  tx: Tx,
  orderId: string,
  lineId: string,
  photos: readonly string[],
): Promise<void> {
  if (photos.length === 0) return;
  const attached = await tx
    .update(returnPhotos)
    .set({ lineId })
    .where(
      and(
        inArray(returnPhotos.id, [...photos]),
        eq(returnPhotos.orderId, orderId),
        isNull(returnPhotos.lineId),
        isNull(returnPhotos.deletedAt),
      ),
    )
    .returning({ id: returnPhotos.id });
  if (attached.length === photos.length) return;
  const message = 'A photo is not here any more. Remove it, and add it again.';
  throw new Problem('VALIDATION_ERROR', message, { errors: [{ field: 'lines', message }] });
}
