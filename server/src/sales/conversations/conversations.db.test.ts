import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { openTestApp } from '../../../test/test-app.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { mails } from '../../foundations/notifications/notifications.tables.ts';
import { users } from '../../people/identity/identity.tables.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { conversationMessages, conversations } from './conversations.tables.ts';
import { expireConversations } from './erase-conversations.ts';

const database = await openTestDatabase();
const { db } = database;
const clock = { now: new Date() };
const { call, signIn, register, deps, appoint, confirmAddress } = await openTestApp(
  database,
  {},
  undefined,
  () => clock.now,
);
const admin = await signIn();

beforeEach(async () => {
  await db.delete(conversations);
  await db.delete(mails);
});

/** Each call is a second later, so that messages have an order. */
const tick = () => {
  clock.now = new Date(clock.now.getTime() + 1000);
};
const send = (method: string, path: string, body?: object, token = admin) => {
  tick();
  return call(method, path, { token, body });
};
const letter = { name: 'Ada Byron', email: 'ada@guest.example', message: 'Where is it?' };
const write = (more: object = {}) => send('POST', '/support/messages', { ...letter, ...more });
const list = async (query = '') => (await send('GET', `/conversations${query}`)).body.data.conversations;
const answer = (id: string, text: string, more: object = {}) =>
  send('POST', `/conversations/${id}/messages`, { text, ...more });
const unread = async () => (await send('GET', '/conversations/unread')).body.data.unread;
const repliesTo = async (recipient: string) => {
  await deps.jobs.workUntilIdle();
  const rows = await db.select().from(mails).where(eq(mails.recipient, recipient));
  return rows.filter(({ kind }) => kind === 'support-reply');
};

test('a message of the contact form is answered by mail, once', async () => {
  await write({ orderNumber: 'MJ-1\r\nBcc: all@example.com', name: 'Ada\r\nBcc: b@example.com' });
  await write();
  const [conversation, ...more] = await list('?state=open');
  expect(more).toEqual([]);
  expect(conversation).toMatchObject({
    isUnread: true,
    orderNumber: null,
    userId: null,
    lastMessage: letter.message,
  });
  expect(await unread()).toBe(1);
  await Promise.all([answer(conversation.id, 'It left today.'), answer(conversation.id, 'It left today.')]);
  const [mail, ...others] = await repliesTo(letter.email);
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ subject: 'Reprise has answered your message' });
  expect(mail?.text).toContain('It left today.');
  expect(await list('?state=answered')).toMatchObject([{ id: conversation.id, isUnread: false }]);
  expect(await unread()).toBe(0);
});

test('an answer to an older message is rejected, and a closed conversation opens again', async () => {
  const person = await register('Bea');
  await send('POST', '/support/conversations', { message: 'First' }, person.token);
  const [{ id }] = await list();
  const { messages } = (await send('GET', `/conversations/${id}`)).body.data;
  await send('POST', '/support/conversations', { message: 'Second' }, person.token);
  const late = await answer(id, 'To the first', { lastMessageId: messages[0].id });
  expect([late.status, late.body.code]).toEqual([409, 'EDIT_CONFLICT']);
  const closed = await send('PUT', `/conversations/${id}`, { isClosed: true });
  expect(closed.body.data.conversation).toMatchObject({ state: 'closed', isUnread: false });
  await send('PUT', `/conversations/${id}`, { isClosed: false });
  await answer(id, 'To both');
  await send('POST', '/support/conversations', { message: 'Thanks' }, person.token);
  expect(await list()).toMatchObject([{ id, state: 'open', isUnread: true, lastMessage: 'Thanks' }]);
});

test('a customer reads their own conversations only, with the name of the store', async () => {
  const [ada, eve] = [await register('Ada'), await register('Eve')];
  await confirmAddress(ada.id);
  await Promise.all(
    ['One', 'Two'].map((message) =>
      call('POST', '/support/conversations', { token: ada.token, body: { message } }),
    ),
  );
  const [{ id }, ...more] = await list();
  expect(more).toEqual([]);
  await answer(id, 'Both');
  const own = (token: string) => send('GET', '/support/conversations', undefined, token);
  const [conversation] = (await own(ada.token)).body.data.conversations;
  expect(conversation.messages).toMatchObject([
    { author: 'Ada', isFromStaff: false },
    { author: 'Ada' },
    { author: 'Reprise', isFromStaff: true, text: 'Both' },
  ]);
  expect((await own(eve.token)).body.data.conversations).toEqual([]);
  for (const [method, path] of [
    ['GET', `/conversations/${id}`],
    ['PUT', `/conversations/${id}`],
    ['POST', `/conversations/${id}/messages`],
    ['GET', '/conversations'],
  ] as const) {
    expect((await send(method, path, method === 'GET' ? undefined : { text: 'x' }, eve.token)).status).toBe(
      403,
    );
  }
  const packer = await register('packer');
  const asPacker = await appoint(packer, ['packer']);
  expect((await send('GET', `/conversations/${id}`, undefined, asPacker)).status).toBe(403);
});

test('floods and huge texts are bounded', async () => {
  expect((await write({ message: 'x'.repeat(4001) })).status).toBe(400);
  for (let count = 0; count < 25; count++)
    expect((await write({ message: `No. ${count}` })).status).toBe(201);
  expect(await db.$count(conversations)).toBe(20);
  const person = await register('Flood');
  const say = (message: string) => send('POST', '/support/conversations', { message }, person.token);
  for (let count = 0; count < 5; count++) expect((await say(`No. ${count}`)).status).toBe(201);
  expect((await say('No. 6')).status).toBe(429);
  const [{ id }] = await list(`?search=${person.email}`);
  await answer(id, 'Please wait');
  expect((await say('No. 7')).status).toBe(201);
  expect((await answer(id, 'x'.repeat(4001))).status).toBe(400);
  expect((await answer('cnv_missing', 'Hello')).status).toBe(404);
});

test('conversations are erased with the account, and after their retention', async () => {
  const person = await register('Erased');
  await db.update(users).set({ emailVerified: true }).where(eq(users.id, person.id));
  await send('POST', '/support/conversations', { message: 'Mine' }, person.token);
  await write({ email: person.email, message: 'Also mine' });
  await write({ message: 'Of another person' });
  await send('DELETE', `/users/users/${person.id}`);
  expect(await list()).toMatchObject([{ email: letter.email }]);
  expect(await db.$count(conversationMessages)).toBe(1);
  tick();
  const [expire] = Object.values(expireConversations(clock.now.toISOString()));
  await inTransaction(db, async (tx) => expire?.(tx, 100));
  expect(await list()).toEqual([]);
});
