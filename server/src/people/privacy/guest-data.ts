import type { GuestData } from '@reprise/contract/people/privacy';
import { Problem } from '@reprise/contract/problem';
import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { recordAudit } from '../../foundations/audit/record-audit.ts';
import { queueMail } from '../../foundations/notifications/mail-requests.ts';
import { storeSettings } from '../../foundations/settings/settings.tables.ts';
import { idOfSigned, signedId } from '../../platform/crypto/signed-id.ts';
import { inTransaction, type Queryable, type Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/new-id.ts';
import { dayMs, minuteMs } from '../../platform/time.ts';
import { privacyRequests } from './privacy.tables.ts';

/** Reads a guest's data in other slices; passed in, so that this slice imports none of them. */
export type ReadGuest = (db: Queryable, email: string) => Promise<Omit<GuestData, 'exportedAt' | 'email'>>;

/** Erases a guest's data in other slices and returns the counts. */
export type EraseGuest = (
  tx: Tx,
  email: string,
) => Promise<{ orders: number; alerts: number; mails: number }>;

export type GuestDeps = Pick<Deps, 'db' | 'now' | 'jobs' | 'secret'>;

const erasurePeriodMs = 30 * minuteMs;
const openPurpose = 'privacy request';
const erasePurpose = 'privacy erasure';

/** Returns the token of the mailed link. */
export const privacyTokenOf = (secret: Deps['secret'], id: string) => signedId(secret, openPurpose, id);

/** Queues a mail with a link to the data of this email. The data is looked up only when the mail is sent, to disclose nothing. */
export async function requestGuestData(deps: GuestDeps, email: string): Promise<void> {
  const now = deps.now();
  const id = newId('prq');
  await inTransaction(deps.db, async (tx) => {
    await tx
      .insert(privacyRequests)
      .values({ id, email, expiresAt: new Date(now.getTime() + dayMs), createdAt: now });
    await queueMail(tx, deps.jobs, {
      kind: 'privacy-request',
      eventKey: `privacy-request:${id}`,
      tokenId: id,
    });
  });
}

/** Returns the email of a request whose link is unused and has not expired. */
export async function findPrivacyRequest(
  { db, now }: { db: Queryable } & Pick<Deps, 'now'>,
  id: string,
): Promise<{ email: string } | undefined> {
  const isUsable = and(
    eq(privacyRequests.id, id),
    isNull(privacyRequests.openedAt),
    gt(privacyRequests.expiresAt, now()),
  );
  const [row] = await db.select({ email: privacyRequests.email }).from(privacyRequests).where(isUsable);
  return row;
}

/** Uses up the link and returns the data of its email, with a token that erases it. */
export async function openGuestData(
  deps: GuestDeps,
  readGuest: ReadGuest,
  token: string,
): Promise<{ data: GuestData; erasureToken: string }> {
  const id = idOfSigned(deps.secret, openPurpose, token);
  return inTransaction(deps.db, async (tx) => {
    const now = deps.now();
    const [request] = await tx
      .update(privacyRequests)
      .set({ openedAt: now })
      .where(
        and(
          eq(privacyRequests.id, id ?? ''),
          isNull(privacyRequests.openedAt),
          gt(privacyRequests.expiresAt, now),
        ),
      )
      .returning({ email: privacyRequests.email });
    if (id === null || !request) throw expiredLink();
    const { email } = request;
    await recordAudit(tx, { actorId: null, action: 'export guest data', subject: `privacy ${id}` });
    const data = { exportedAt: now.toISOString(), email, ...(await readGuest(tx, email)) };
    return { data, erasureToken: signedId(deps.secret, erasePurpose, id) };
  });
}

/** Erases the data of an opened request, and deletes all requests of its email. */
export async function eraseGuestData(deps: GuestDeps, eraseGuest: EraseGuest, token: string) {
  const id = idOfSigned(deps.secret, erasePurpose, token);
  return inTransaction(deps.db, async (tx) => {
    const since = new Date(deps.now().getTime() - erasurePeriodMs);
    const [request] = await tx
      .delete(privacyRequests)
      .where(and(eq(privacyRequests.id, id ?? ''), gt(privacyRequests.openedAt, since)))
      .returning({ email: privacyRequests.email });
    if (!request) throw expiredLink();
    const erased = await eraseWithRequests(tx, eraseGuest, request.email);
    await recordAudit(tx, {
      actorId: null,
      action: 'erase guest data',
      subject: `privacy ${id}`,
      after: { erased },
    });
    return { erased };
  });
}

/** Erases a guest's data and all requests of this email; the store's own email is refused. */
export async function eraseWithRequests(tx: Tx, eraseGuest: EraseGuest, email: string) {
  const [store] = await tx.select({ email: storeSettings.storeEmail }).from(storeSettings);
  if (store?.email.toLowerCase() === email.toLowerCase()) {
    throw new Problem('FORBIDDEN', "The store's own email address cannot be erased.");
  }
  const erased = await eraseGuest(tx, email);
  await tx.delete(privacyRequests).where(eq(privacyRequests.email, email));
  return erased;
}

function expiredLink(): Problem {
  const message = 'This link has expired or was already used. Please request a new one.';
  return new Problem('VALIDATION_ERROR', message, { errors: [{ field: 'token', message }] });
}
