import { Problem } from '@reprise/contract/problem';
import type { Deps } from '../../deps.ts';
import { recordAudit } from '../../foundations/audit/record-audit.ts';
import { idOfSigned, signedId } from '../../platform/crypto/signed-id.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import { hourMs } from '../../platform/time.ts';
import { endDealEmails, restoreDealEmails } from '../identity/deal-emails.ts';

type UnsubscribeDeps = Pick<Deps, 'db' | 'now' | 'secret'>;

const purpose = 'newsletter';
const undoPurpose = 'newsletter again';
const undoPeriodMs = hourMs;

/** Returns the link to the unsubscribe page, which asks for confirmation because mail clients prefetch links. */
export function unsubscribeLink(
  { environment, secret }: Pick<Deps, 'environment' | 'secret'>,
  userId: string,
): string {
  return `${environment.publicUrl}/unsubscribe#${signedId(secret, purpose, userId)}`;
}

/**
 * Unsubscribes the user of the token, which does not expire. Returns an undo token, or null if the user had unsubscribed
 * before or was deleted.
 */
export async function unsubscribe(deps: UnsubscribeDeps, token: string): Promise<string | null> {
  const userId = idOfSigned(deps.secret, purpose, token);
  if (userId === null) throw invalidLink();
  return inTransaction(deps.db, async (tx) => {
    const since = await endDealEmails(tx, userId);
    if (since === null) return null;
    await recordSubscription(tx, userId, false);
    const until = deps.now().getTime() + undoPeriodMs;
    return signedId(deps.secret, undoPurpose, `${userId}.${since.getTime()}.${until}`);
  });
}

/** Restores the subscription with its original start time. */
export async function undoUnsubscribe(deps: UnsubscribeDeps, token: string): Promise<void> {
  const [userId = '', since, until] = idOfSigned(deps.secret, undoPurpose, token)?.split('.') ?? [];
  if (!(deps.now().getTime() < Number(until))) throw undoExpired();
  await inTransaction(deps.db, async (tx) => {
    const isRestored = await restoreDealEmails(tx, userId, new Date(Number(since)));
    if (isRestored) await recordSubscription(tx, userId, true);
  });
}

function recordSubscription(tx: Tx, userId: string, dealEmails: boolean): Promise<void> {
  const action = dealEmails ? 'undo unsubscribing' : 'unsubscribe';
  const [before, after] = [{ dealEmails: !dealEmails }, { dealEmails }];
  return recordAudit(tx, { actorId: userId, action, subject: `user ${userId}`, before, after });
}

const invalidLink = () =>
  new Problem('NOT_FOUND', 'This link is incomplete. You can unsubscribe in your profile.');
const undoExpired = () =>
  new Problem('NOT_FOUND', 'This link has expired. You can subscribe in your profile.');
