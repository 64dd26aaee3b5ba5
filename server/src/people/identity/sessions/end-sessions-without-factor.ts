import { and, eq, inArray, isNotNull, notExists, sql } from 'drizzle-orm';
import { recordAudit } from '../../../foundations/audit/record-audit.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { passkeys, sessions, twoFactors, users } from '../identity.tables.ts';

/** Ends the sessions of administrators without a second factor or passkey; called when the store begins to require one. */
export async function endSessionsWithoutFactor(tx: Tx, actorId: string | null): Promise<void> {
  const factor = tx
    .select({ one: sql`1` })
    .from(twoFactors)
    .where(and(eq(twoFactors.userId, users.id), isNotNull(twoFactors.secret)));
  const passkey = tx.select({ one: sql`1` }).from(passkeys).where(eq(passkeys.userId, users.id));
  const withoutFactor = tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'admin'), notExists(factor), notExists(passkey)));
  const ended = await tx
    .delete(sessions)
    .where(inArray(sessions.userId, withoutFactor))
    .returning({ id: sessions.id });
  if (ended.length === 0) return;
  const subject = 'administrators without two-factor';
  await recordAudit(tx, { actorId, action: 'end sessions', subject, after: { sessions: ended.length } });
}
