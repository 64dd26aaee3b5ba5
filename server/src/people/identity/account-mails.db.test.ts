import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openTestApp } from '../../../test/test-app.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { accountMailReaders } from './account-mails.ts';
import { emailChanges, users } from './identity.tables.ts';

const database = await openTestDatabase();
const { db } = database;
const { deps, register } = await openTestApp(database);

const recipientOf = async (userId: string, occurredAt: Date) => {
  const notice = { notice: 'passkey-added', occurredAt: occurredAt.toISOString() } as const;
  const request = { kind: 'security-notice', eventKey: 'sec_test', userId, ...notice } as const;
  return (await accountMailReaders(deps)['security-notice'](request))?.to;
};

test('sends a queued security notice to the address at the time of the event', async () => {
  const { id, email } = await register();
  await db
    .update(users)
    .set({ email: `new-${email}`, emailVerified: true })
    .where(eq(users.id, id));
  const changedAt = new Date('2026-03-01T12:00:00Z');
  const expiresAt = new Date('2026-03-08T12:00:00Z');
  await db
    .insert(emailChanges)
    .values({ id: `emc_${id}`, userId: id, oldEmail: email, changedAt, expiresAt });

  expect(await recipientOf(id, new Date('2026-03-01T11:59:00Z'))).toBe(email);
  // A notice of the change itself is for the new address; the old one gets the undo link.
  expect(await recipientOf(id, changedAt)).toBe(`new-${email}`);
  expect(await recipientOf(id, new Date('2026-03-01T12:01:00Z'))).toBe(`new-${email}`);
});
