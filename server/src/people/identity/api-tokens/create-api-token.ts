import { randomBytes } from 'node:crypto';
import {
  type ApiToken,
  type ApiTokenInput,
  maxApiTokens,
} from '@reprise/contract/people/identity/api-tokens';
import { permissionsOf } from '@reprise/contract/permissions';
import { Problem } from '@reprise/contract/problem';
import { eq } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { recordAudit } from '../../../foundations/audit/record-audit.ts';
import { queueSecurityNotice } from '../../../foundations/notifications/security-notices.ts';
import { inTransaction, type Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/new-id.ts';
import { apiTokenStart } from '../../../platform/http/tokens/api-token.ts';
import { dayMs } from '../../../platform/time.ts';
import { users } from '../identity.tables.ts';
import { tokenHash } from '../sessions/token-hash.ts';
import { lockOwners } from '../staff-roles.ts';
import { type UserRow, userNotFound } from '../user.queries.ts';
import { toApiToken } from './api-token.queries.ts';
import { apiTokens } from './api-tokens.tables.ts';

/** Characters of the secret in its prefix: enough to tell tokens apart, and 160 unknown bits remain. */
const prefixLength = apiTokenStart.length + 8;

type Request = ApiTokenInput & {
  /** The member of staff whose permissions bound those of the token. */
  makerId: string;
  /** Null for the command line. */
  actorId: string | null;
};

/** Creates a token and returns it with its secret, which is stored nowhere. `jobs` is null without mails. */
export async function createApiToken(
  { db, now, jobs }: Pick<Deps, 'db' | 'now'> & { jobs: Deps['jobs'] | null },
  { makerId, actorId, name, permissions, days }: Request,
): Promise<{ token: ApiToken; secret: string }> {
  return inTransaction(db, async (tx) => {
    await assertBelowLimit(tx);
    const maker = await lockMaker(tx, makerId);
    assertHeld(maker, permissions);
    const secret = `${apiTokenStart}${randomBytes(24).toString('hex')}`;
    const createdAt = now();
    const [row] = await tx
      .insert(apiTokens)
      .values({
        id: newId('tok'),
        userId: makerId,
        name,
        token: tokenHash(secret),
        prefix: secret.slice(0, prefixLength),
        permissions: [...new Set(permissions)],
        expiresAt: new Date(createdAt.getTime() + days * dayMs),
        createdAt,
      })
      .returning();
    if (!row) throw new Error('Could not insert the token.');
    await recordAudit(tx, {
      actorId,
      action: 'create token',
      subject: `token ${row.id}`,
      after: { name, prefix: row.prefix, permissions: row.permissions, expires: row.expiresAt, for: makerId },
    });
    const facts = { notice: 'api-token-added', subject: row.id } as const;
    if (jobs) await queueSecurityNotice(tx, { jobs }, makerId, facts, createdAt);
    return { token: toApiToken(row, maker.name), secret };
  });
}

/** The lock on the owners keeps concurrent calls from exceeding the limit. */
async function assertBelowLimit(tx: Tx): Promise<void> {
  await lockOwners(tx);
  if ((await tx.$count(apiTokens)) < maxApiTokens) return;
  throw new Problem('VALIDATION_ERROR', `The shop has ${maxApiTokens} API tokens. Revoke one first.`);
}

/** Locks the maker, so that a token created during a demotion ends with it. */
async function lockMaker(tx: Tx, makerId: string): Promise<UserRow> {
  const [maker] = await tx.select().from(users).where(eq(users.id, makerId)).for('no key update');
  if (maker?.status !== 'active' || maker.role !== 'admin') throw userNotFound();
  return maker;
}

function assertHeld({ staffRoles }: UserRow, permissions: ApiTokenInput['permissions']): void {
  const held = permissionsOf(staffRoles);
  const missing = permissions.filter((permission) => !held.has(permission));
  if (missing.length === 0) return;
  throw new Problem('FORBIDDEN', `The staff roles of this account lack ${missing.join(', ')}.`);
}
