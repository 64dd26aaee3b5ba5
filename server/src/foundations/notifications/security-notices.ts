import type { SecurityNotice } from '@reprise/contract/people/identity/security-notices';
import { and, eq, gt, isNull, ne, sql } from 'drizzle-orm';
import { users } from '../../people/identity/identity.tables.ts';
import type { Queryable, Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/new-id.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { dayMs } from '../../platform/time.ts';
import { queueMail } from './mail-requests.ts';
import { securityNotices } from './security-notices.tables.ts';

type WithJobs = { jobs: Pick<Jobs, 'enqueue'> };

/** Facts for the mail and its link. */
export type NoticeFacts = {
  notice: SecurityNotice;
  /** Words for the mail; no name, address or secret. */
  detail?: string | undefined;
  /** The id of what was added or changed, by which the link undoes it. */
  subject?: string | undefined;
};

/** Lifetime of the link, and of the one that undoes a change of address. */
export const noticeLifetimeMs = 7 * dayMs;

/** Notices without a link: no person acted, or another link undoes the change. */
const withoutLink: SecurityNotice[] = ['webhook-stopped', 'email-changed'];

/**
 * Notifies a user of a change to their account, in the caller's transaction. `actorId` is the account that the link in the
 * mail ends the access to: the user's own, unless another one acted for the store.
 */
export async function queueSecurityNotice(
  tx: Tx,
  { jobs }: WithJobs,
  userId: string,
  { notice, detail, subject }: NoticeFacts,
  now: Date,
  actorId: string | null = userId,
): Promise<void> {
  let noticeId: string | undefined;
  if (!withoutLink.includes(notice)) {
    noticeId = newId('not');
    const expiresAt = new Date(now.getTime() + noticeLifetimeMs);
    const row = { id: noticeId, userId, notice, subject: subject ?? null, actorId };
    await tx.insert(securityNotices).values({ ...row, occurredAt: now, expiresAt });
  }
  const request = { notice, detail, noticeId, occurredAt: now.toISOString() };
  await queueMail(tx, jobs, { kind: 'security-notice', eventKey: newId('sec'), userId, ...request });
}

/**
 * Notifies all active owners, also the one who acts: their account may be stolen. `actorId` is null for the command line
 * and for the shop itself; `except` is a user who has just become an owner.
 */
export async function queueOwnerNotices(
  tx: Tx,
  deps: WithJobs,
  { actorId, ...facts }: NoticeFacts & { actorId: string | null },
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
  for (const { id } of owners) await queueSecurityNotice(tx, deps, id, facts, now, actorId);
}

export type StoredNotice = typeof securityNotices.$inferSelect;

/** Returns a notice whose link works; undefined once it was used or has expired. */
export async function findOpenNotice(
  db: Queryable,
  id: string,
  now: Date,
): Promise<StoredNotice | undefined> {
  const [notice] = await db.select().from(securityNotices).where(isOpen(id, now));
  return notice;
}

/** Marks a notice as used; returns false for the second of two concurrent calls. */
export async function markNoticeUsed(tx: Tx, id: string, now: Date): Promise<boolean> {
  const used = await tx
    .update(securityNotices)
    .set({ usedAt: now })
    .where(isOpen(id, now))
    .returning({ id: securityNotices.id });
  return used.length > 0;
}

const isOpen = (id: string, now: Date) =>
  and(eq(securityNotices.id, id), isNull(securityNotices.usedAt), gt(securityNotices.expiresAt, now));
