import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openTestDatabase } from '../../../test/test-database.ts';
import { users } from '../../people/identity/identity.tables.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { ensureSettings } from '../settings/ensure-settings.ts';
import { eraseMailsOf } from './erase-mails.ts';
import { mails, outgoingMails } from './notifications.tables.ts';

const database = await openTestDatabase();
const { db } = database;
await ensureSettings(db);
const store = 'hello@reprise.example';

// Addresses that contain one another, or differ by a letter that a pattern would match.
const addresses = [
  'o@reprise.example',
  store,
  'jo@x.com',
  'banjo@x.com',
  'jo@x.co',
  'j_@x.com',
  '%@x.com',
  'jo+a@x.com',
  "o'jo@x.com",
];
const address = fc.constantFrom(...addresses);
const mail = fc.record({
  recipient: address,
  replyTo: fc.option(address),
  kind: fc.constantFrom(
    'security-notice',
    'email-change',
    'order-placed',
    'alert-set',
    'support-message',
    'support-received',
  ),
  text: fc.tuple(address, address).map(([a, b]) => `${a} wrote to ${b}. Questions? Write to ${store}`),
});

test('erases only mails that are exactly to or from the address', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(mail, { maxLength: 12 }),
      address,
      fc.boolean(),
      async (rows, email, isVerified) => {
        await db.delete(mails);
        await db.delete(outgoingMails);
        const stored = rows.map((row, index) => ({ ...row, id: `mal_${index}` }));
        if (stored.length > 0) {
          await db.insert(mails).values(
            stored.map((row) => ({
              ...row,
              eventKey: row.id,
              subject: '',
              html: '',
              state: 'mailbox' as const,
            })),
          );
        }
        await inTransaction(db, (tx) => eraseMailsOf(tx, { email, isVerified, orderIds: [] }));
        const left = await db.select({ id: mails.id }).from(mails).orderBy(sql`length(id), id`);
        const isTheirs = (row: (typeof stored)[number]) =>
          (row.kind === 'security-notice' && row.recipient === email) ||
          (isVerified &&
            email !== store &&
            (row.recipient === email || (row.kind === 'support-message' && row.replyTo === email)));
        expect(left.map(({ id }) => id)).toEqual(stored.filter((row) => !isTheirs(row)).map(({ id }) => id));
      },
    ),
    { numRuns: 60 },
  );
});

test('erases mails to an account’s pending address unless another account has it', async () => {
  await db.delete(mails);
  const person = (name: string, pendingEmail: string) => ({
    id: name,
    name,
    email: `${name}@x.com`,
    pendingEmail,
  });
  await db.insert(users).values([person('ann', 'own@x.com'), person('ben', 'both@x.com')]);
  await db.insert(users).values(person('cleo', 'both@x.com'));
  const mailTo = (kind: string, recipient: string) => ({
    ...{ id: `${kind} ${recipient}`, eventKey: `${kind} ${recipient}`, kind, recipient },
    ...{ subject: '', text: '', html: '', state: 'mailbox' as const },
  });
  await db
    .insert(mails)
    .values([
      ...['sign-in-link', 'sign-in-attempts', 'security-notice'].map((kind) => mailTo(kind, 'ann@x.com')),
      mailTo('email-change', 'own@x.com'),
      mailTo('order-placed', 'own@x.com'),
      mailTo('email-change', 'both@x.com'),
    ]);
  for (const userId of ['ann', 'ben']) {
    const erased = { email: `${userId}@x.com`, isVerified: false, orderIds: [], userId };
    await inTransaction(db, (tx) => eraseMailsOf(tx, erased));
  }
  const left = await db.select({ id: mails.id }).from(mails).orderBy(mails.id);
  expect(left.map(({ id }) => id)).toEqual(['email-change both@x.com', 'order-placed own@x.com']);
});
