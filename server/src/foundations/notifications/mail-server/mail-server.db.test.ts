import { beforeAll, expect, test } from 'vitest';
import { createCertificate } from '../../../../test/create-certificate.ts';
import { openMailServer } from '../../../../test/mail-server.ts';
import { openTestApp } from '../../../../test/test-app.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';
import { isInternalAddress } from '../../../platform/http/internal-address.ts';
import { auditEntries } from '../../audit/audit.tables.ts';
import { mailServers } from './mail-server.tables.ts';
import { InternalMailHost, resolveMailHost } from './resolve-mail-host.ts';

const server = await openMailServer(2525);
server.password = 'canary-password';
const database = await openTestDatabase();
const { db } = database;
const shop = await openTestApp(database);
const token = await shop.signIn();
const valid = {
  host: '127.0.0.1',
  port: 2525,
  encryption: 'starttls',
  userName: 'shop',
  password: 'canary-password',
};
const set = (body: object, app = shop) => app.call('PUT', '/notifications/server', { token, body });
const read = async (app = shop) =>
  (await app.call('GET', '/notifications/server', { token })).body.data.server;

beforeAll(async () => {
  await db.delete(mailServers);
});

test('says what is wrong with a mail server and stores nothing', async () => {
  for (const [change, field, message] of [
    [{ password: 'wrong' }, 'password', 'did not accept this user name'],
    [{ password: undefined }, 'password', 'Enter the password'],
    [{ port: 25 }, 'port', 'refused the connection on port 25'],
    [{ encryption: 'tls' }, 'encryption', 'does not offer TLS on port 2525'],
    [{ host: 'mail.invalid' }, 'host', 'was not found'],
    [{ host: '169.254.169.254' }, 'host', 'inside the server’s own network'],
    [{ host: '10.0.0.1' }, 'host', 'inside the server’s own network'],
    [{ port: 6379 }, 'port', 'Choose port'],
    [{ host: 'smtp://127.0.0.1' }, 'host', 'host name alone'],
  ] as const) {
    const { status, body, text } = await set({ ...valid, ...change });
    expect([status, body.errors?.[0]?.field]).toEqual([400, field]);
    expect(body.errors[0].message).toContain(message);
    expect(text).not.toContain('canary');
  }
  expect(await read()).toMatchObject({ source: 'none', configured: false });
});

test('sends mail through a stored server at once and never shows its password', async () => {
  const { status, text } = await set(valid);
  expect(status).toBe(200);
  const [row] = await db.select().from(mailServers);
  const audited = await db.select().from(auditEntries);
  expect(audited).toContainEqual(expect.objectContaining({ action: 'set mail server' }));
  expect(JSON.stringify([text, row, audited, await read()])).not.toContain('canary');
  expect(await read()).toMatchObject({ source: 'settings', host: '127.0.0.1', hasPassword: true });

  const other = await openTestApp(database);
  const to = 'grace@shop.test';
  const sent = await other.call('POST', '/notifications/test', { token, body: { to } });
  expect(sent.body.data.mail.state).toBe('sent');
  expect(server.recipients).toContainEqual(expect.stringContaining(to));
});

test('a stored relay on this machine may have a certificate of its own', async () => {
  server.certificate = createCertificate('expired');
  server.commands.length = 0;
  expect((await set(valid)).status).toBe(200);
  expect(server.commands).toContain('STARTTLS');
  server.certificate = undefined;
});

test('keeps a stored password for the same account only', async () => {
  const { password: _password, ...withoutPassword } = valid;
  expect((await set(withoutPassword)).status).toBe(200);
  for (const change of [{ host: 'localhost' }, { userName: 'other' }, { encryption: 'tls' }]) {
    const { status, body } = await set({ ...withoutPassword, ...change });
    expect([status, body.errors?.[0]?.field]).toEqual([400, 'password']);
  }
});

test('SMTP_URL takes precedence and cannot be changed on screen', async () => {
  const fixed = await openTestApp(database, { SMTP_URL: 'smtp://user:canary@mail.test:587' });
  const { status, text } = await set(valid, fixed);
  expect([status, text.includes('canary')]).toEqual([400, false]);
  expect((await fixed.call('DELETE', '/notifications/server', { token })).status).toBe(400);
  expect(await read(fixed)).toMatchObject({ source: 'environment', host: 'mail.test', port: 587 });
});

test('leaves mail in the mailbox after the server was removed', async () => {
  expect((await shop.call('DELETE', '/notifications/server', { token })).status).toBe(200);
  const sent = await shop.call('POST', '/notifications/test', { token, body: { to: 'a@shop.test' } });
  expect(sent.body.data.mail.state).toBe('mailbox');
});

test('a public shop rejects every address that is not on the internet', async () => {
  for (const address of ['127.0.0.1', '192.168.1.1', '::1', '::ffff:10.0.0.1', 'fd00::1', '2002:a00:1::']) {
    expect([address, isInternalAddress(address)]).toEqual([address, true]);
  }
  for (const address of ['1.1.1.1', '2606:4700:4700::1111']) expect(isInternalAddress(address)).toBe(false);
  const environment = { ...shop.deps.environment, publicUrl: 'https://shop.example.com' };
  await expect(resolveMailHost({ environment }, 'localhost')).rejects.toThrow(InternalMailHost);
});
