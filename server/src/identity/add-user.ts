import type { UserRecord } from '@reprise/contract/identity';
import { queueMail } from '../notifications/mail-requests.ts';
import { recordAudit } from '../platform/audit.ts';
import { inTransaction } from '../platform/database.ts';
import type { Deps } from '../platform/deps.ts';
import { createUser, type NewUser, refuseTakenEmail } from './create-user.ts';
import { issueProof, proofLink } from './mailed-proof.ts';
import { findUserRecord } from './user.queries.ts';

/** An administrator adds a user, who gets a link to choose a password by mail (an inactive one does not). */
export async function addUser(
  deps: Pick<Deps, 'db' | 'now' | 'jobs' | 'environment'>,
  input: Omit<NewUser, 'passwordHash' | 'lastLoginAt'>,
  actorId: string | null,
): Promise<UserRecord> {
  const write = inTransaction(deps.db, async (tx) => {
    const now = deps.now();
    const user = await createUser(tx, input, now);
    if (user.status === 'active') {
      const proof = await issueProof(tx, 'password-reset', user.id, now);
      await queueMail(tx, deps.jobs, {
        kind: 'invitation',
        eventKey: `invitation:${user.id}`,
        to: user.email,
        name: user.name,
        link: proofLink(deps.environment.publicUrl, 'password-reset', proof),
      });
    }
    const { role, status } = user;
    const subject = `user ${user.id}`;
    await recordAudit(tx, { actorId, action: 'add user', subject, after: { role, status } });
    return findUserRecord(tx, user.id);
  });
  return refuseTakenEmail(write);
}
