import { and, eq, notInArray, sql } from 'drizzle-orm';
import { users } from '../identity/identity.tables.ts';
import type { Tx } from '../platform/database/database.ts';
import { newId } from '../platform/database/new-id.ts';
import type { Jobs } from '../platform/jobs/jobs.ts';
import { queueMail } from './mail-requests.ts';
import type { SecurityNotice } from './templates/mail-content.ts';

type WithJobs = { jobs: Pick<Jobs, 'enqueue'> };

/** Facts of the event for the mail; `detail` holds no name, address or secret. */
export type NoticeFacts = { notice: SecurityNotice; detail?: string | undefined };

/** Tells a user by mail what happened to their account, once the caller's transaction commits. */
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
 * Tells every active owner but those named, who did it or have a mail of their own, so that a stolen account cannot act
 * unseen.
 */
export async function queueOwnerNotices(
  tx: Tx,
  deps: WithJobs,
  except: (string | null)[],
  facts: NoticeFacts,
  now: Date,
): Promise<void> {
  const owners = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.status, 'active'),
        eq(users.role, 'admin'),
        sql`'owner' = any(${users.staffRoles})`,
        notInArray(
          users.id,
          except.filter((id) => id !== null),
        ),
      ),
    )
    .orderBy(users.id)
    .limit(100);
  for (const { id } of owners) await queueSecurityNotice(tx, deps, id, facts, now);
}
