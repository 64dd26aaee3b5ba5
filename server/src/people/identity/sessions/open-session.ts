import { and, desc, eq, inArray, lte } from 'drizzle-orm';
import type { Tx } from '../../../platform/database/database.ts';
import { newId, randomToken } from '../../../platform/database/new-id.ts';
import type { CallContext } from '../../../platform/http/endpoint.ts';
import { dayMs } from '../../../platform/time.ts';
import { sessions } from '../identity.tables.ts';
import type { Device } from './known-devices.ts';
import { tokenHash } from './token-hash.ts';

const sevenDaysMs = 7 * dayMs;

/** Client of a call; stored with the session so that its owner can recognize it. */
export type Client = Pick<CallContext, 'ip' | 'userAgent'> & Device;

/** Opens a session; its token is stored as a hash only. Deletes the user's expired and oldest sessions. */
export async function openSession(
  tx: Tx,
  userId: string,
  client: Client,
  now: Date,
  { isByFactor = false }: { isByFactor?: boolean } = {},
): Promise<{ id: string; token: string }> {
  const id = newId('ses');
  const token = randomToken(32);
  await tx.delete(sessions).where(and(eq(sessions.userId, userId), lte(sessions.expiresAt, now)));
  await tx.insert(sessions).values({
    id,
    userId,
    token: tokenHash(token),
    expiresAt: new Date(now.getTime() + sevenDaysMs),
    lastSeenAt: now,
    provedAt: now,
    factorProvedAt: isByFactor ? now : null,
    ipAddress: client.ip,
    userAgent: client.userAgent.slice(0, 500),
    createdAt: now,
    updatedAt: now,
  });
  await endOldestSessions(tx, userId);
  return { id, token };
}

/** Sessions per user: a program that signs in for each call would otherwise fill the table and the profile's list. */
const maxSessions = 50;

async function endOldestSessions(tx: Tx, userId: string): Promise<void> {
  const oldest = tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(sessions.createdAt), desc(sessions.id))
    .offset(maxSessions);
  await tx.delete(sessions).where(inArray(sessions.id, oldest));
}
