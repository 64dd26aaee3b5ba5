import { and, eq, gt, isNull, lte } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/database.ts';
import { passkeyChallenges } from '../identity.tables.ts';
import { tokenHash } from '../sessions/token-hash.ts';

export type ChallengePurpose = (typeof passkeyChallenges.$inferSelect)['purpose'];

const challengeLifetimeMs = 5 * 60_000;

/** Stores a challenge for one purpose and, where known, one user. Sweeps expired ones. */
export async function storeChallenge(
  db: Queryable,
  challenge: string,
  { purpose, userId }: { purpose: ChallengePurpose; userId: string | null },
  now: Date,
): Promise<void> {
  await db.delete(passkeyChallenges).where(lte(passkeyChallenges.expiresAt, now));
  const expiresAt = new Date(now.getTime() + challengeLifetimeMs);
  await db.insert(passkeyChallenges).values({ challenge: tokenHash(challenge), purpose, userId, expiresAt });
}

/** Takes a challenge out, in its own statement: an answer that is refused cannot be tried again. */
export async function takeChallenge(
  db: Queryable,
  challenge: string,
  { purpose, userId }: { purpose: ChallengePurpose; userId: string | null },
  now: Date,
): Promise<boolean> {
  const owner = userId === null ? isNull(passkeyChallenges.userId) : eq(passkeyChallenges.userId, userId);
  const taken = await db
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.challenge, tokenHash(challenge)),
        eq(passkeyChallenges.purpose, purpose),
        owner,
        gt(passkeyChallenges.expiresAt, now),
      ),
    )
    .returning({ challenge: passkeyChallenges.challenge });
  return taken.length > 0;
}

/** The challenge that an answer claims to be for; null where it cannot be read. */
export function challengeOf(clientDataJson: string): string | null {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJson, 'base64url').toString('utf8'));
    return typeof challenge === 'string' && challenge.length <= 200 ? challenge : null;
  } catch {
    return null;
  }
}
