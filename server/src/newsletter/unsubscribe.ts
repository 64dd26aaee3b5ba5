import { Problem } from '@reprise/contract/problem';
import { and, eq, isNull } from 'drizzle-orm';
import { users } from '../identity/identity.tables.ts';
import { recordAudit } from '../platform/audit.ts';
import { idOfSigned, signedId } from '../platform/crypto/signed-id.ts';
import { inTransaction, type Tx } from '../platform/database/database.ts';
import type { Deps } from '../platform/deps.ts';

type UnsubscribeDeps = Pick<Deps, 'db' | 'now' | 'secret'>;

const purpose = 'newsletter';
const undoPurpose = 'newsletter again';
const undoableMs = 3_600_000;

/** The page that ends the mails. It asks first: mail programs follow links by themselves. */
export function unsubscribeLink(
  { environment, secret }: Pick<Deps, 'environment' | 'secret'>,
  userId: string,
): string {
  return `${environment.publicUrl}/unsubscribe#${signedId(secret, purpose, userId)}`;
}

/**
 * Ends the weekly mail for whoever the token was mailed to; it works in every mail of theirs, however old. Gives what
 * takes it back, null where it was ended before or the account is gone.
 */
export async function unsubscribe(deps: UnsubscribeDeps, token: string): Promise<string | null> {
  const userId = idOfSigned(deps.secret, purpose, token);
  if (userId === null) throw notOurs();
  return inTransaction(deps.db, async (tx) => {
    const [user] = await tx
      .select({ since: users.dealEmailsSince })
      .from(users)
      .where(eq(users.id, userId))
      .for('no key update');
    if (!user?.since) return null;
    await tx.update(users).set({ dealEmailsSince: null }).where(eq(users.id, userId));
    await recordChoice(tx, userId, false);
    const until = deps.now().getTime() + undoableMs;
    return signedId(deps.secret, undoPurpose, `${userId}.${user.since.getTime()}.${until}`);
  });
}

/** For whoever pressed by mistake: they agree again, and since when they did before. */
export async function undoUnsubscribe(deps: UnsubscribeDeps, token: string): Promise<void> {
  const [userId = '', since, until] = idOfSigned(deps.secret, undoPurpose, token)?.split('.') ?? [];
  if (!(deps.now().getTime() < Number(until))) throw tooLate();
  await inTransaction(deps.db, async (tx) => {
    const agreed = await tx
      .update(users)
      .set({ dealEmailsSince: new Date(Number(since)) })
      .where(and(eq(users.id, userId), isNull(users.dealEmailsSince)))
      .returning({ id: users.id });
    if (agreed.length > 0) await recordChoice(tx, userId, true);
  });
}

function recordChoice(tx: Tx, userId: string, dealEmails: boolean): Promise<void> {
  const action = dealEmails ? 'undo unsubscribing' : 'unsubscribe';
  const [before, after] = [{ dealEmails: !dealEmails }, { dealEmails }];
  return recordAudit(tx, { actorId: userId, action, subject: `user ${userId}`, before, after });
}

const notOurs = () =>
  new Problem('NOT_FOUND', 'This link is not complete. Your profile has the same switch.');
const tooLate = () =>
  new Problem('NOT_FOUND', 'It is too late to take that back here. Your profile has the switch.');
