import { Problem } from '@reprise/contract/problem';
import type { Deps } from '../../deps.ts';
import { recordAudit } from '../../foundations/audit/record-audit.ts';
import { runExclusively } from '../../platform/concurrency/keyed-mutex.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { createUser, emailIsTaken } from './create-user.ts';
import { assertUncommonPassword } from './passwords/common-passwords.ts';
import { hashPassword } from './passwords/password-hash.ts';
import { mailVerification } from './request-verification.ts';
import { rememberDevice } from './sessions/known-devices.ts';
import { type Client, openSession } from './sessions/open-session.ts';
import type { SignedIn } from './sessions/sign-in.ts';
import { toUser } from './user.queries.ts';

type Registration = {
  name: string;
  email: string;
  password: string;
  dealEmails?: boolean | undefined;
  deviceToken?: string | undefined;
};

/** Creates a customer account and signs it in. */
export async function register(
  deps: Pick<Deps, 'db' | 'now' | 'jobs' | 'secret'>,
  registration: Registration,
  client: Client,
): Promise<SignedIn> {
  await assertUncommonPassword(registration.password, 'password');
  // One registration per email at a time, so that a form sent many times does not occupy all hashing slots. A taken
  // address is hashed for too, because the response time would otherwise disclose it.
  return runExclusively(registration.email, async () => {
    const passwordHash = await hashPassword(registration.password);
    try {
      return await storeCustomer(deps, registration, passwordHash, client);
    } catch (error) {
      throw emailIsTaken(error) ? registrationFailed() : error;
    }
  });
}

function storeCustomer(
  deps: Pick<Deps, 'db' | 'now' | 'jobs' | 'secret'>,
  { name, email, dealEmails, deviceToken }: Registration,
  passwordHash: string,
  client: Client,
): Promise<SignedIn> {
  return inTransaction(deps.db, async (tx) => {
    const now = deps.now();
    const dealEmailsSince = dealEmails ? now : null;
    const user = await createUser(tx, { name, email, passwordHash, lastLoginAt: now, dealEmailsSince }, now);
    const { token } = await openSession(tx, user.id, client, now);
    const device = await rememberDevice(tx, user.id, { ...client, deviceToken }, now);
    await mailVerification(tx, deps, user.id, now);
    await recordAudit(tx, {
      actorId: user.id,
      action: 'register',
      subject: `user ${user.id}`,
      ...(dealEmails && { after: { dealEmails } }),
    });
    return { token, user: toUser(user), deviceToken: device };
  });
}

function registrationFailed(): Problem {
  return new Problem('REGISTRATION_FAILED', 'Registration failed. Please try again.');
}
