import type { GuestData } from '@reprise/contract/privacy';
import { Problem } from '@reprise/contract/problem';
import { and, eq, gt, isNull } from 'drizzle-orm';
import { recordAudit } from '../audit/record-audit.ts';
import type { Deps } from '../deps.ts';
import { queueMail } from '../notifications/mail-requests.ts';
import { idOfSigned, signedId } from '../platform/crypto/signed-id.ts';
import { inTransaction, type Queryable, type Tx } from '../platform/database/database.ts';
import { newId } from '../platform/database/new-id.ts';
import { dayMs, minuteMs } from '../platform/time.ts';
import { storeSettings } from '../settings/settings.tables.ts';
import { privacyRequests } from './privacy.tables.ts';

/** Reads what other slices keep of a guest; handed in, so that this slice knows none of them. */
export type ReadGuest = (db: Queryable, email: string) => Promise<Omit<GuestData, 'exportedAt' | 'email'>>;

/** Erases a guest from what other slices keep; returns how much. */
export type EraseGuest = (
  tx: Tx,
  email: string,
) => Promise<{ orders: number; alerts: number; mails: number }>;

export type GuestDeps = Pick<Deps, 'db' | 'now' | 'jobs' | 'secret'>;

const erasableMs = 30 * minuteMs;
const openPurpose = 'privacy request';
const erasePurpose = 'privacy erasure';

/** The token of the mailed link. */
export const privacyTokenOf = (secret: Deps['secret'], id: string) => signedId(secret, openPurpose, id);

/** Queues the mail with the link. Whether there is anything to show is found out when the mail is sent. */
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

/** The address of a request whose link may still be used. */
export async function findPrivacyRequest(
  { db, now }: { db: Queryable } & Pick<Deps, 'now'>,
  id: string,
): Promise<{ email: string } | undefined> {
  const usable = and(
    eq(privacyRequests.id, id),
    isNull(privacyRequests.openedAt),
    gt(privacyRequests.expiresAt, now()),
  );
  const [row] = await db.select({ email: privacyRequests.email }).from(privacyRequests).where(usable);
  return row;
}

/** Uses the link up and returns the data of its address with a token that erases it. */
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

/** Erases what the opened request showed; all requests of the address go with it. */
export async function eraseGuestData(deps: GuestDeps, eraseGuest: EraseGuest, token: string) {
  const id = idOfSigned(deps.secret, erasePurpose, token);
  return inTransaction(deps.db, async (tx) => {
    const since = new Date(deps.now().getTime() - erasableMs);
    const [request] = await tx
      .delete(privacyRequests)
      .where(and(eq(privacyRequests.id, id ?? ''), gt(privacyRequests.openedAt, since)))
      .returning({ email: privacyRequests.email });
    if (!request) throw expiredLink();
    const [store] = await tx.select({ email: storeSettings.storeEmail }).from(storeSettings);
    if (store?.email.toLowerCase() === request.email.toLowerCase()) {
      throw new Problem('FORBIDDEN', "The store's own address cannot be erased.");
    }
    const erased = await eraseGuest(tx, request.email);
    await tx.delete(privacyRequests).where(eq(privacyRequests.email, request.email));
    await recordAudit(tx, {
      actorId: null,
      action: 'erase guest data',
      subject: `privacy ${id}`,
      after: { erased },
    });
    return { erased };
  });
}

function expiredLink(): Problem {
  const message = 'This link has expired or was already used. Please request a new one.';
  return new Problem('VALIDATION_ERROR', message, { errors: [{ field: 'token', message }] });
}
