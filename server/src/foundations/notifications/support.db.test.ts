import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { openTestApp } from '../../../test/test-app.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { users } from '../../people/identity/identity.tables.ts';
import { mails } from './notifications.tables.ts';

const database = await openTestDatabase();
const { db } = database;
const { call, signIn, register, deps } = await openTestApp(database);
const admin = await signIn();

const letter = {
  name: 'Ada Byron',
  email: 'Ada@Example.com',
  orderNumber: 'MJ-ABC',
  message: 'Where is it?\n\n<b>Thank you</b>',
};
const write = (body: object) => call('POST', '/support/messages', { body });

async function written() {
  await deps.jobs.workUntilIdle();
  const rows = await db.select().from(mails);
  return {
    toStore: rows.filter(({ kind }) => kind === 'support-message'),
    toSender: rows.filter(({ kind }) => kind === 'support-received'),
  };
}

beforeEach(async () => {
  await db.delete(mails);
});

test('mails the message to the store and a confirmation without it to the sender', async () => {
  const answer = await write(letter);
  expect([answer.status, answer.body]).toEqual([
    201,
    { success: true, data: {}, message: 'Your message was sent' },
  ]);
  const { toStore, toSender } = await written();
  expect(toStore).toMatchObject([
    {
      recipient: 'hello@reprise.example',
      subject: 'Message from Ada Byron about order MJ-ABC',
      state: 'mailbox',
    },
  ]);
  expect(toStore[0]?.text).toContain('Where is it?');
  expect(toStore[0]?.text).toContain('ada@example.com');
  expect(toStore[0]?.html).toContain('&lt;b&gt;Thank you&lt;/b&gt;');
  expect(toSender).toMatchObject([
    { recipient: 'ada@example.com', subject: 'Reprise received your message' },
  ]);
  expect(toSender[0]?.text).not.toMatch(/Ada|Where is it|MJ-ABC/);
});

test('sends support messages when the store has turned mails off', async () => {
  await call('PUT', '/settings', { token: admin, body: { emailNotifications: false } });
  await write({ ...letter, email: 'bea@example.com' });
  await call('PUT', '/settings', { token: admin, body: { emailNotifications: true } });
  const { toStore, toSender } = await written();
  expect([toStore.length, toSender.length]).toEqual([1, 1]);
});

test('sends one confirmation per address and hour', async () => {
  const email = 'victim@example.com';
  for (let count = 0; count < 3; count += 1) expect((await write({ ...letter, email })).status).toBe(201);
  const { toStore, toSender } = await written();
  expect([toStore.length, toSender.length]).toEqual([3, 1]);
});

test('rejects an invalid message with the names of its fields', async () => {
  const refused = await write({ name: ' ', email: 'ada@example.com\r\nBcc: all@example.com', message: '' });
  expect(refused.status).toBe(400);
  expect(refused.body.errors).toEqual([
    { field: 'name', message: 'Please tell us your name' },
    { field: 'email', message: 'Enter a valid email address' },
    { field: 'message', message: 'Please write your message' },
  ]);
  expect((await write({ ...letter, message: 'x'.repeat(4001) })).status).toBe(400);
  expect((await write({ ...letter, name: '\u0000' })).status).toBe(400);
  expect((await written()).toStore).toEqual([]);
});

test('injects no header by a line break in name or order number', async () => {
  await write({ ...letter, name: 'Ada\r\nBcc: all@example.com', orderNumber: '1\r\nX: y' });
  expect((await written()).toStore[0]?.subject).toBe(
    'Message from Ada Bcc: all@example.com about order 1 X: y',
  );
});

test('accepts messages of guests, customers and expired sessions', async () => {
  const { token } = await register();
  for (const sessionToken of [token, 'outdated', admin]) {
    expect((await call('POST', '/support/messages', { token: sessionToken, body: letter })).status).toBe(201);
  }
  expect((await written()).toStore).toHaveLength(3);
});

test('erases messages from a verified address with the account', async () => {
  const { id, email } = await register();
  await deps.db.update(users).set({ emailVerified: true }).where(eq(users.id, id));
  await write({ ...letter, email });
  await write({ ...letter, email: 'bea@example.com' });
  expect((await written()).toStore).toHaveLength(2);
  expect((await call('DELETE', `/users/users/${id}`, { token: admin })).status).toBe(200);
  const { toStore, toSender } = await written();
  expect(toStore.filter(({ text }) => text.includes(email))).toEqual([]);
  expect(toSender.filter(({ recipient }) => recipient === email)).toEqual([]);
  expect(toStore).toHaveLength(1);
});
