import { createHash } from 'node:crypto';
import { Problem } from '@reprise/contract/problem';
import {
  maxTicketBytes,
  type TicketUpload,
  ticketMinutes,
} from '@reprise/contract/workshop/units/photo-tickets';
import { maxPhotosPerUnit, type PhotoView, viewsOf } from '@reprise/contract/workshop/units/unit-photos';
import { and, eq, gt, sql } from 'drizzle-orm';
import { deviceModels } from '../../../catalog/products/families/families.tables.ts';
import type { MediaDeps } from '../../../foundations/media/store-image.ts';
import { inTransaction, type Queryable } from '../../../platform/database/database.ts';
import { randomToken } from '../../../platform/database/new-id.ts';
import { minuteMs } from '../../../platform/time.ts';
import { recordUnitEvents } from '../record-unit-events.ts';
import { lockUnits } from '../unit-rows.ts';
import { units } from '../units.tables.ts';
import { storePhoto } from './store-photo.ts';
import { unitPhotos, unitPhotoTickets } from './unit-photos.tables.ts';

const hashOf = (ticket: string) => createHash('sha256').update(ticket).digest('base64url');

/** Returns a ticket that adds photos to this unit only. Its hash is stored, and earlier tickets of the unit end. */
export async function createTicket(
  deps: Pick<MediaDeps, 'db' | 'now'>,
  unitId: string,
  actorId: string,
): Promise<{ ticket: string; expiresAt: string }> {
  const now = deps.now();
  const expiresAt = new Date(now.getTime() + ticketMinutes * minuteMs);
  const ticket = randomToken(32);
  await inTransaction(deps.db, async (tx) => {
    // Two calls at once would leave two tickets.
    await lockUnits(tx, [unitId]);
    await tx.delete(unitPhotoTickets).where(eq(unitPhotoTickets.unitId, unitId));
    await tx.insert(unitPhotoTickets).values({ tokenHash: hashOf(ticket), unitId, actorId, expiresAt });
    const detail = `a phone may add some for ${ticketMinutes} minutes`;
    await recordUnitEvents(tx, [{ unitId, kind: 'photographed', detail }], { actorId, now });
  });
  return { ticket, expiresAt: expiresAt.toISOString() };
}

/** Ends the tickets of a unit. */
export async function endTickets({ db }: Pick<MediaDeps, 'db'>, unitId: string): Promise<void> {
  await inTransaction(db, (tx) => tx.delete(unitPhotoTickets).where(eq(unitPhotoTickets.unitId, unitId)));
}

const isValid = (ticket: string, now: Date) =>
  and(eq(unitPhotoTickets.tokenHash, hashOf(ticket)), gt(unitPhotoTickets.expiresAt, now));

/** Throws the same problem for a ticket that ended and for one that never was. */
const ended = () =>
  new Problem('NOT_FOUND', 'This code has ended. Show a new one on the page of the device.');

/** Returns the unit of a ticket with the views to take. */
export async function readTicket(
  { db, now }: Pick<MediaDeps, 'db' | 'now'>,
  ticket: string,
): Promise<TicketUpload & { unitId: string; actorId: string }> {
  const [found] = await db
    .select({
      unitId: units.id,
      model: deviceModels.name,
      kind: deviceModels.kind,
      actorId: unitPhotoTickets.actorId,
      expiresAt: unitPhotoTickets.expiresAt,
    })
    .from(unitPhotoTickets)
    .innerJoin(units, eq(units.id, unitPhotoTickets.unitId))
    .innerJoin(deviceModels, eq(deviceModels.key, units.modelKey))
    .where(isValid(ticket, now()));
  if (!found) throw ended();
  const taken = await takenViews(db, found.unitId);
  return {
    unitId: found.unitId,
    actorId: found.actorId,
    model: found.model,
    views: viewsOf(found.kind),
    taken: [...new Set(taken)],
    remaining: Math.max(0, maxPhotosPerUnit - taken.length),
    expiresAt: found.expiresAt.toISOString(),
  };
}

async function takenViews(db: Queryable, unitId: string): Promise<PhotoView[]> {
  const rows = await db
    .select({ view: unitPhotos.view })
    .from(unitPhotos)
    .where(eq(unitPhotos.unitId, unitId));
  return rows.map(({ view }) => view);
}

/** Stores a photo with a ticket, in the name of the person who made the ticket. */
export async function storeTicketPhoto(
  deps: MediaDeps,
  ticket: string,
  { bytes, view, key }: { bytes: Buffer; view: PhotoView; key: string | undefined },
): Promise<TicketUpload> {
  const { unitId, actorId } = await readTicket(deps, ticket);
  await storePhoto(deps, { unitId, bytes, view, key }, actorId, async (tx, size) => {
    // The ticket may have ended, or others may have used it up, while the image was encoded.
    const counted = await tx
      .update(unitPhotoTickets)
      .set({ bytes: sql`${unitPhotoTickets.bytes} + ${size}` })
      .where(isValid(ticket, deps.now()))
      .returning({ bytes: unitPhotoTickets.bytes });
    if (!counted[0]) throw ended();
    if (counted[0].bytes > maxTicketBytes) {
      throw new Problem('PAYLOAD_TOO_LARGE', 'This code has sent as much as it may. Show a new one.');
    }
  });
  return readTicket(deps, ticket);
}
