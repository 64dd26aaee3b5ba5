import { and, eq, gt, isNull, lte } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database/database.ts';
import { minuteMs } from '../../../platform/time.ts';
import { passkeyChallenges } from '../identity.tables.ts';
import { tokenHash } from '../sessions/token-hash.ts';

export type ChallengePurpose = (typeof passkeyChallenges.$inferSelect)['purpose'];

const challengeLifetimeMs = 5 * minuteMs;

/** Stores a challenge for one purpose and, if known, one user; deletes expired ones. */
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

/** Deletes a challenge in a statement of its own, so that a rejected response cannot be retried; false if there was none. */
export async function consumeChallenge(
  db: Queryable,
  challenge: string,
  { purpose, userId }: { purpose: ChallengePurpose; userId: string | null },
  now: Date,
): Promise<boolean> {
  const owner = userId === null ? isNull(passkeyChallenges.userId) : eq(passkeyChallenges.userId, userId);
  const deleted = await db
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
  return deleted.length > 0;
}

/** Returns the challenge in a WebAuthn response; null if it cannot be parsed. */
export function challengeOf(clientDataJson: string): string | null {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJson, 'base64url').toString('utf8'));
    return typeof challenge === 'string' && challenge.length <= 200 ? challenge : null;
  } catch {
    return null;
  }
}
