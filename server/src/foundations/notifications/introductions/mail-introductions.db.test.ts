import { introducedMails } from '@reprise/contract/foundations/notifications/mail-kinds';
import { beforeEach, expect, test } from 'vitest';
import { openTestApp } from '../../../../test/test-app.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';
import { deliverMail } from '../deliver-mail.ts';
import { exampleMail } from '../mails/mail-registry.ts';
import { mails } from '../notifications.tables.ts';
import { mailIntroductions } from './mail-introductions.tables.ts';

const database = await openTestDatabase();
const { db } = database;
const { deps, call, signIn, register } = await openTestApp(database);
const token = await signIn();
const path = (kind: string) => `/notifications/introductions/${kind}`;
const set = (kind: string, text: string, as = token) =>
  call('PUT', path(kind), { token: as, body: { text } });
const preview = (kind: string, text: string) =>
  call('POST', `${path(kind)}/preview`, { token, body: { text } });

async function deliver(kind: (typeof introducedMails)[number]) {
  await db.delete(mails);
  await deliverMail(deps, null, { ...exampleMail(kind), asked: true } as ReturnType<typeof exampleMail>);
  const [mail] = await db.select().from(mails);
  return mail;
}

beforeEach(async () => {
  await db.delete(mailIntroductions);
});

test('a mail begins with its introduction, words replaced, above the built-in text', async () => {
  const before = await deliver('order-paid');
  expect((await set('order-paid', 'Dear {name},\n\norder {order} is in good hands at {store}.')).status).toBe(
    200,
  );
  const { text = '', subject } = (await deliver('order-paid')) ?? {};
  expect(text).toContain('Dear Ada,\n\norder MJ-EXAMPLE is in good hands at Reprise.');
  expect(text.indexOf('Dear Ada')).toBeLessThan(text.indexOf('We have received your payment'));
  expect(subject).toBe(before?.subject);
  expect((await deliver('order-shipped'))?.text).not.toContain('Dear Ada');
  await set('order-paid', '  ');
  expect((await deliver('order-paid'))?.html).toBe(before?.html);
});

test('markup in an introduction or a name is text', async () => {
  await set('order-paid', '<b>Hi</b> {name} <a href="https://evil.test">x</a>');
  const { html = '' } = (await deliver('order-paid')) ?? {};
  expect(html).toContain('&lt;b&gt;Hi&lt;/b&gt; Ada');
  expect(html).not.toContain('<a href="https://evil.test"');
});

test('unknown words and long texts are refused by name, also in the preview', async () => {
  const refused = await set('order-paid', 'Hello {frist_name}');
  expect([refused.status, refused.body.errors[0].field]).toEqual([400, 'text']);
  expect(refused.body.message).toContain('{frist_name}');
  expect((await preview('newsletter', 'Order {order}')).body.code).toBe('VALIDATION_ERROR');
  expect((await set('order-paid', 'a'.repeat(601))).body.code).toBe('VALIDATION_ERROR');
  expect((await set('security-notice', 'Hello')).status).toBe(404);
  expect((await set('order-paid', 'A { and a } are only braces')).status).toBe(400);
  expect((await set('order-paid', 'An open { is text')).status).toBe(200);
});

test.each(introducedMails)('the preview of %s shows the introduction and sends nothing', async (kind) => {
  await db.delete(mails);
  const { status, body } = await preview(kind, 'Greetings from {store}!');
  expect([status, body.data.mail.text]).toEqual([200, expect.stringContaining('Greetings from Reprise!')]);
  expect(await db.$count(mails)).toBe(0);
});

test('only those who may write texts set an introduction', async () => {
  const customer = await register();
  expect((await set('order-paid', 'Hello', customer.token)).status).toBe(403);
});
