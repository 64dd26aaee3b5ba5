import { and, eq, ne, sql } from 'drizzle-orm';
import { users } from '../identity/identity.tables.ts';
import type { Tx } from '../platform/database/database.ts';
import { newId } from '../platform/database/new-id.ts';
import type { Jobs } from '../platform/jobs/jobs.ts';
import { queueMail } from './mail-requests.ts';
import type { SecurityNotice } from './mails/security-notice.ts';

type WithJobs = { jobs: Pick<Jobs, 'enqueue'> };

/** Facts for the mail; `detail` contains no name, address or secret. */
export type NoticeFacts = { notice: SecurityNotice; detail?: string | undefined };

/** Notifies a user of a change to their account, in the caller's transaction. */
export async function queueSecurityNotice(
  tx: Tx,
  { jobs }: WithJobs,
  userId: string,
  { notice, detail }: NoticeFacts,
  now: Date,
): Promise<void> {
  const request = { notice, detail, occurredAt: now.toISOString() };
  await queueMail(tx, jobs, { kind: 'security-notice', eventKey: newId('sec'), userId, ...request });
}

/**
 * Notifies all active owners, also the one who acts: their account may be stolen. `except` is a user who has just become
 * one.
 */
export async function queueOwnerNotices(
  tx: Tx,
  deps: WithJobs,
  facts: NoticeFacts,
  now: Date,
  except = '',
): Promise<void> {
  const owners = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.status, 'active'),
        eq(users.role, 'admin'),
        sql`'owner' = any(${users.staffRoles})`,
        ne(users.id, except),
      ),
    )
    .orderBy(users.id)
    .limit(100);
  for (const { id } of owners) await queueSecurityNotice(tx, deps, id, facts, now);
}
