import { cents } from '@reprise/contract/money';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { createCertificate } from '../../../test/create-certificate.ts';
import { openMailServer } from '../../../test/mail-server.ts';
import { mailedSecrets } from '../../../test/mailed-links.ts';
import { openTestApp } from '../../../test/test-app.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { deliverMail } from './deliver-mail.ts';
import { queueMail, sendMail } from './mail-requests.ts';
import type { MailContent } from './mails/mail-registry.ts';
import { mails } from './notifications.tables.ts';
import { smtpSender } from './smtp-sender.ts';

const database = await openTestDatabase();
const { db } = database;
const { call, signIn, register, deps } = await openTestApp(database);
const admin = await signIn();

let events = 0;
const resetMail = (eventKey = `event ${++events}`): MailContent => ({
  kind: 'password-reset',
  eventKey,
  to: 'grace@shop.test',
  name: 'Grace',
  link: 'http://localhost:3000/reset-password#token=vrf_1.very-secret',
});
const lowStock = (): MailContent => ({
  kind: 'low-stock',
  eventKey: `event ${++events}`,
  to: 'hello@shop.test',
  product: { name: '100% Pixel', stockCount: 2 },
});
/** Queues a job with the content itself, as earlier releases did. */
const queue = (content: MailContent) => inTransaction(db, (tx) => deps.jobs.enqueue(tx, sendMail, content));

beforeEach(async () => {
  await db.delete(mails);
});

test('stores a mail in the mailbox once its transaction commits', async () => {
  await queue(resetMail());
  const undone = inTransaction(db, async (tx) => {
    await queueMail(tx, deps.jobs, {
      kind: 'low-stock',
      eventKey: 'undone',
      product: { name: 'Pixel', stockCount: 1 },
    });
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  await deps.jobs.workUntilIdle();
  const { body } = await call('GET', '/notifications/mails', { token: admin });
  expect(body.data.mails).toHaveLength(1);
  expect(body.data.mails[0]).toMatchObject({
    to: 'grace@shop.test',
    kind: 'password-reset',
    subject: 'Choose a new password for Reprise',
    state: 'mailbox',
    error: null,
  });
});

test('hides one-time links in the mailbox and writes them to a file for a week', async () => {
  const stop: MailContent = {
    kind: 'alert-set',
    eventKey: `event ${++events}`,
    to: 'grace@shop.test',
    product: { name: 'Pixel 7', slug: 'pixel-7', price: cents(19900) },
    about: 'price-drop',
    stopLink: 'http://localhost:3000/alerts/stop#token=stop-secret',
  };
  await deliverMail(deps, null, resetMail());
  await deliverMail(deps, null, stop);
  const list = await call('GET', '/notifications/mails', { token: admin });
  expect(list.body.data.mails.map((mail: { containsSecret: boolean }) => mail.containsSecret)).toEqual([
    true,
    true,
  ]);
  for (const { id } of list.body.data.mails) {
    const { text } = await call('GET', `/notifications/mails/${id}`, { token: admin });
    expect(text).toContain('hidden');
    expect(text).not.toMatch(/very-secret|stop-secret/);
    const again = await call('POST', `/notifications/mails/${id}/resend`, { token: admin, body: {} });
    expect([again.status, again.body.code]).toEqual([409, 'MAIL_NOT_SENT']);
  }
  expect(JSON.stringify(await db.select().from(mails))).not.toMatch(/very-secret|stop-secret/);
  const { dataDir } = deps.environment;
  expect(mailedSecrets(dataDir, 'grace@shop.test', 'reset-password')).toContain('vrf_1.very-secret');
  const later = { ...deps, now: () => new Date(Date.now() + 8 * 24 * 3_600_000) };
  await deliverMail(later, null, resetMail());
  expect(mailedSecrets(dataDir, 'grace@shop.test', 'alerts/stop')).toEqual([]);
});

test('sends one mail per event, however often its job is queued and run', async () => {
  const request = resetMail('the same event');
  await queue(request);
  await queue(request);
  await deps.jobs.workUntilIdle();
  await Promise.all([deliverMail(deps, null, request), deliverMail(deps, null, request)]);
  expect(await db.select().from(mails)).toHaveLength(1);
});

test('does not send a mail of a kind that is turned off', async () => {
  await call('PUT', '/settings', { token: admin, body: { lowStockAlerts: false } });
  await deliverMail(deps, null, lowStock());
  await call('PUT', '/settings', { token: admin, body: { lowStockAlerts: true, emailNotifications: false } });
  await deliverMail(deps, null, lowStock());
  await call('PUT', '/settings', { token: admin, body: { emailNotifications: true } });
  expect(await db.select().from(mails)).toHaveLength(1);
});

test('searches and pages the mailbox and returns one mail by id', async () => {
  await deliverMail(deps, null, resetMail());
  await deliverMail(deps, null, lowStock());
  const results = await call('GET', '/notifications/mails?search=100%25&limit=1', { token: admin });
  expect(results.body.data.mails.map(({ subject }: { subject: string }) => subject)).toEqual([
    'Low stock: 100% Pixel',
  ]);
  expect(results.body.data.pagination.total).toBe(1);
  const { id } = results.body.data.mails[0];
  const one = await call('GET', `/notifications/mails/${id}`, { token: admin });
  expect(one.body.data.mail.html).toContain('Only 2 of 100% Pixel left in stock.');
  expect((await call('GET', '/notifications/mails/mal_none', { token: admin })).status).toBe(404);
  expect((await call('GET', '/notifications/mails?limit=101', { token: admin })).status).toBe(400);
});

test('shows the mailbox to administrators only', async () => {
  const { token } = await register();
  expect((await call('GET', '/notifications/mails')).status).toBe(401);
  expect((await call('GET', '/notifications/mails', { token })).status).toBe(403);
  expect((await call('GET', '/notifications/mails/x', { token })).status).toBe(403);
});

// A mail server

const server = await openMailServer();
const send = smtpSender(server.url);

test('sends by the mail server and hides the link in the stored copy', async () => {
  await deliverMail(deps, send, resetMail());
  expect(server.received).toHaveLength(1);
  const received = server.received[0] ?? '';
  expect(received).toContain('To: grace@shop.test');
  expect(received).toContain('From: Reprise <hello@reprise.example>');
  expect(received).toContain('very-secret');
  const [mail] = await db.select().from(mails);
  expect(mail).toMatchObject({ state: 'sent', error: null });
  expect(`${mail?.html}${mail?.text}`).not.toContain('very-secret');
});

test('fails on a remote mail server without encryption', async () => {
  // A local address that is not recognized as loopback.
  const elsewhere = server.url.replace('smtp://127.0.0.1', 'smtp://user:password@0.0.0.0');
  for (const url of [elsewhere, `${elsewhere}?ignoreTLS=true&requireTLS=false`]) {
    server.commands.length = 0;
    const sent = deliverMail(deps, smtpSender(url), resetMail());
    await expect(sent).rejects.toThrow(
      '0.0.0.0 does not support encryption (STARTTLS), so nothing was sent.',
    );
    expect(server.commands.filter((line) => !/^(EHLO|STARTTLS|QUIT)/.test(line))).toEqual([]);
  }
  const [mail] = await db.select().from(mails);
  expect(mail).toMatchObject({
    state: 'failed',
    error: expect.stringContaining('does not support encryption'),
  });
});

test('a relay on this machine may have a self-signed or expired certificate', async () => {
  for (const validity of ['valid', 'expired'] as const) {
    const relay = await openMailServer(0, createCertificate(validity));
    await deliverMail(deps, smtpSender(relay.url), resetMail());
    expect([validity, relay.received.length, relay.commands]).toEqual([
      validity,
      1,
      expect.arrayContaining(['STARTTLS']),
    ]);
    // A local address that is not recognized as loopback.
    const remote = smtpSender(relay.url.replace('127.0.0.1', '0.0.0.0'));
    await expect(deliverMail(deps, remote, resetMail())).rejects.toThrow('certificate');
    expect(relay.received).toHaveLength(1);
  }
});

test('stores a rejected mail as failed and sends it on the next attempt', async () => {
  server.reject = true;
  const request = resetMail();
  await expect(deliverMail(deps, send, request)).rejects.toThrow('try again later');
  const [failed] = await db.select().from(mails);
  expect(failed).toMatchObject({ state: 'failed', error: expect.stringContaining('try again later') });

  server.reject = false;
  server.received = [];
  await deliverMail(deps, send, request);
  await deliverMail(deps, send, request);
  const [sent] = await db.select().from(mails).where(eq(mails.eventKey, request.eventKey));
  expect(sent).toMatchObject({ state: 'sent', error: null });
  expect(server.received).toHaveLength(1);
});

test('resends a stored mail unchanged and reports the result of a test mail', async () => {
  server.received = [];
  const shop = await openTestApp(database, { SMTP_URL: server.url });
  const token = await shop.signIn();
  await deliverMail(deps, null, lowStock());
  const [stored] = (await shop.call('GET', '/notifications/mails?kind=low-stock&state=mailbox', { token }))
    .body.data.mails;
  const path = `/notifications/mails/${stored.id}/resend`;
  expect((await call('POST', path, { token: admin, body: {} })).body.code).toBe('MAIL_NOT_SENT');
  expect((await shop.call('POST', path, { token, body: {} })).body.data.mail.state).toBe('sent');
  expect(server.received[0]).toContain('100% Pixel');

  const body = { to: 'me@shop.test' };
  expect((await shop.call('POST', '/notifications/test', { token, body })).body.data.mail.state).toBe('sent');
  expect(server.received[1]).toContain('To: me@shop.test');
  server.reject = true;
  const refused = await shop.call('POST', '/notifications/test', { token, body });
  expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('try again later')]);
  server.reject = false;
  const { body: answer } = await shop.call('GET', '/notifications/server', { token });
  expect(answer.data.server).toMatchObject({
    configured: true,
    host: '127.0.0.1',
    lastSent: expect.any(String),
    lastFailure: { error: expect.stringContaining('try again later') },
  });
  const without = await call('GET', '/notifications/server', { token: admin });
  expect(without.body.data.server).toMatchObject({ configured: false, host: null });
});

test('adds one-click unsubscribe headers to newsletters', async () => {
  server.received = [];
  await deliverMail(deps, send, {
    kind: 'newsletter',
    eventKey: `event ${++events}`,
    to: 'grace@shop.test',
    deals: [],
    asOf: '2026-11-26T15:00:00Z',
    unsubscribeLink: 'https://shop.test/unsubscribe#usr_1.signed',
    asked: true,
  });
  const received = server.received[0]?.replaceAll(/\r?\n\s+/g, ' ');
  const { publicUrl } = deps.environment;
  expect(received).toContain(`List-Unsubscribe: <${publicUrl}/api/newsletter/unsubscribe/usr_1.signed>`);
  expect(received).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  await deliverMail(deps, send, resetMail());
  expect(server.received[1]).not.toContain('List-Unsubscribe');
});

test('sends to one recipient when the address contains a list', async () => {
  server.received = [];
  server.recipients = [];
  const request = { ...resetMail(), to: 'grace@shop.test, spy@evil.test\r\nBcc: spy@evil.test' };
  await deliverMail(deps, send, request).catch(() => {});
  expect(server.recipients.filter((line) => /^RCPT TO:<spy@evil\.test>/i.test(line))).toEqual([]);
  expect(server.received.filter((mail) => /^Bcc:/m.test(mail))).toEqual([]);
});
