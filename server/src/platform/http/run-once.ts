import { createHash } from 'node:crypto';
import { Problem } from '@reprise/contract/problem';
import { and, eq, lt, sql } from 'drizzle-orm';
import type { Tx } from '../database/database.ts';
import { expireRows, type RetentionSteps } from '../database/retention-step.ts';
import { dayMs } from '../time.ts';
import { idempotentRequests } from './idempotent-requests.tables.ts';

/** Time for which a key is remembered. */
export const keyLifetimeMs = dayMs;

type KeyedRequest = {
  operation: string;
  actorId: string | null;
  /** Null without an Idempotency-Key: every request creates. */
  key: string | null;
  /** Decoded body, whose fields are in the order of the contract. */
  body: unknown;
  now: Date;
};

/**
 * Creates once per administrator and key within a day; a repeated request gets the id of the first result. Claims the
 * key before the work, so that a concurrent duplicate waits for this transaction.
 */
export async function runOnce(tx: Tx, request: KeyedRequest, create: () => Promise<string>): Promise<string> {
  const { operation, actorId, key, body, now } = request;
  if (key === null || actorId === null) return create();
  const claim = {
    scope: `${operation}:${actorId}`,
    key,
    requestHash: createHash('sha256').update(JSON.stringify(body)).digest('hex'),
    createdAt: now,
  };
  const isClaim = and(eq(idempotentRequests.scope, claim.scope), eq(idempotentRequests.key, key));
  const [claimed] = await tx
    .insert(idempotentRequests)
    .values(claim)
    .onConflictDoUpdate({
      target: [idempotentRequests.scope, idempotentRequests.key],
      set: { ...claim, resultId: '' },
      setWhere: lt(idempotentRequests.createdAt, new Date(now.getTime() - keyLifetimeMs)),
    })
    .returning({ key: idempotentRequests.key });
  if (claimed) {
    const resultId = await create();
    await tx.update(idempotentRequests).set({ resultId }).where(isClaim);
    return resultId;
  }
  const [previous] = await tx.select().from(idempotentRequests).where(isClaim);
  if (previous?.requestHash === claim.requestHash) return previous.resultId;
  throw new Problem('IDEMPOTENCY_KEY_REUSED', 'This Idempotency-Key was used for another request.');
}

export function expireIdempotencyKeys(before: string): RetentionSteps {
  return {
    'expired idempotency keys': expireRows(
      (limit) => sql`delete from ${idempotentRequests} where (scope, key) in
        (select scope, key from ${idempotentRequests} where created_at < ${before} limit ${limit})`,
    ),
  };
}
