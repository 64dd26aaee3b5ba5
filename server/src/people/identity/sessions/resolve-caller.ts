import { permissionsOf } from '@reprise/contract/permissions';
import { and, eq } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { storeSettings } from '../../../foundations/settings/settings.tables.ts';
import type { Caller } from '../../../platform/http/endpoint.ts';
import { isApiToken } from '../../../platform/http/tokens/api-token.ts';
import { minuteMs } from '../../../platform/time.ts';
import { resolveApiToken } from '../api-tokens/resolve-api-token.ts';
import { sessions, users } from '../identity.tables.ts';
import { callerColumns } from './caller-columns.ts';
import { tokenHash } from './token-hash.ts';

/**
 * Returns the caller of a token, or null if the session has ended. Read for every call, so that a sign-out, a ban or a
 * role change takes effect at once in every process. A background call, such as a poll, does not extend the session: it
 * would keep an idle administrator signed in.
 */
export async function resolveCaller(
  deps: Pick<Deps, 'db' | 'now'>,
  token: string,
  { isBackground = false }: { isBackground?: boolean } = {},
): Promise<Caller | null> {
  if (isApiToken(token)) return resolveApiToken(deps, token);
  const [session] = await deps.db
    .select({
      sessionId: sessions.id,
      expiresAt: sessions.expiresAt,
      lastSeenAt: sessions.lastSeenAt,
      provedAt: sessions.provedAt,
      ...callerColumns,
      adminIdleMinutes: storeSettings.sessionTimeout,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(storeSettings, eq(storeSettings.id, 1))
    .where(eq(sessions.token, tokenHash(token)));
  if (session?.status !== 'active') return null;

  const now = deps.now();
  const idle = now.getTime() - session.lastSeenAt.getTime();
  if (session.expiresAt <= now) return null;
  if (session.role === 'admin' && idle > (session.adminIdleMinutes ?? 30) * minuteMs) return null;

  if (idle >= minuteMs && !isBackground) await markSeen(deps, session, now);
  const { sessionId, provedAt, userId, role, name, email, emailVerified } = session;
  const permissions = permissionsOf(session.staffRoles);
  return { sessionId, provedAt, userId, role, permissions, name, email, emailVerified };
}

/** Updates `lastSeenAt`; only the first of many concurrent calls writes. */
async function markSeen(
  { db }: Pick<Deps, 'db'>,
  { sessionId, lastSeenAt }: { sessionId: string; lastSeenAt: Date },
  now: Date,
): Promise<void> {
  await db
    .update(sessions)
    .set({ lastSeenAt: now, updatedAt: now })
    .where(and(eq(sessions.id, sessionId), eq(sessions.lastSeenAt, lastSeenAt)));
}
