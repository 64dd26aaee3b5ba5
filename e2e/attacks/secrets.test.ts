import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect } from 'vitest';
import { openMailServer } from '../../server/test/mail-server.ts';
import { shopCommand } from '../faults/shop-command.ts';
import { addProduct, call, orderOf, signIn } from '../plain-client.ts';
import { admin, type RunningShop, runShop } from '../running-shop.ts';
import { attack } from './attack.ts';
import { type AttackedShop, openAttackedShop } from './attacked-shop.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const first = 'the first key in the life of this shop';
const second = 'the second key in the life of this shop';
const customer = { name: 'Ada', email: 'ada@example.com', password: 'canary-otter-47' };

const mailServer = await openMailServer();
let shop: AttackedShop;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'reprise-secrets-'));
  // An address of this machine that does not look like loopback: the shop must treat it as a remote server.
  const smtpUrl = mailServer.url.replace('smtp://127.0.0.1', 'smtp://mailer:mail-password@0.0.0.0');
  shop = await openAttackedShop({ settings: { APP_SECRET: first, SMTP_URL: `${smtpUrl}?ignoreTLS=true` } });
  const { status } = await call(shop.url, 'POST', '/auth/register', { body: customer });
  expect(status).toBe(201);
});

afterAll(async () => {
  await shop?.stop();
  rmSync(folder, { recursive: true, force: true });
});

attack('16', 'B2: a mail server without TLS gets neither password nor mail', async (report) => {
  let failed: { error: string }[] = [];
  while (failed.length === 0 && mailServer.received.length === 0) {
    failed = await shop.query<{ error: string }>("select error from mails where state = 'failed'");
  }
  expect(failed[0]?.error).toContain('does not support encryption (STARTTLS), so nothing was sent');
  expect(mailServer.commands).toContain('STARTTLS');
  const leaked = mailServer.commands.filter((line) => !/^(EHLO|STARTTLS|QUIT)/.test(line));
  expect([leaked, mailServer.received]).toEqual([[], []]);
  report('0 commands after STARTTLS was refused');
});

attack('16', 'B9: a token for one purpose is never read as one for another', async (report) => {
  const sign = (message: string) => createHmac('sha256', first).update(message).digest('base64url');
  const send = (id: string, signature: string) =>
    call(shop.url, 'POST', `/newsletter/unsubscribe/${encodeURIComponent(`${id}.${signature}`)}`, {
      body: {},
    });
  const joined = await send('again usr_1.1.2', sign('newsletter again usr_1.1.2'));
  expect(joined.status).toBeGreaterThanOrEqual(400);
  const mailedEarlier = await send('usr_1', sign('newsletter usr_1'));
  expect(mailedEarlier.status).toBe(200);
  report(`joined purposes ${joined.status}, a link mailed earlier ${mailedEarlier.status}`);
});

attack('22', 'APP_SECRET rotates with two valid keys, read from files', async (report) => {
  const token = await signIn(shop.url, admin);
  const product = await addProduct(shop.url, token, 5);
  const placed = await call(shop.url, 'POST', '/orders', { body: orderOf(product), from: '10.1.1.1' });
  expect(placed.status, placed.text).toBe(201);
  const { order, accessToken } = placed.body.data;
  const secret = await setUpTwoFactor();
  const read = async ({ url }: RunningShop) =>
    (await call(url, 'GET', `/orders/${order.id}`, { orderToken: accessToken })).status;
  const withBoth = { APP_SECRET_FILE: fileWith(second), APP_SECRET_PREVIOUS_FILE: fileWith(first) };

  await withShop(withBoth, async (rotating) => {
    expect(await read(rotating)).toBe(200);
    expect(await signInWith(rotating, secret, 0)).toBe(200);
    const where = { dataDir: shop.dataDir, databaseUrl: shop.databaseUrl, settings: withBoth };
    const rotated = await shopCommand(where, 'rotate-secret');
    expect(rotated, rotated.output).toMatchObject({ code: 0 });
    expect(rotated.output).toContain('second factors: 1');
  });
  await withShop({ APP_SECRET_FILE: fileWith(second) }, async (rotated) => {
    expect(await read(rotated)).toBe(404);
    expect(await signInWith(rotated, secret, 1)).toBe(200);
  });
  const [row] = await shop.query<{ secret: string }>('select secret from two_factors');
  expect(row?.secret).toMatch(/^v2\.[\w-]{8}\./);
  // This shop has only the previous key.
  expect(await signInWith(shop, secret, 1)).toBe(503);
  report('links and second factors survive the rotation, and end with the previous key');
});

attack('22', 'the container refuses to start without APP_SECRET', async (report) => {
  const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8');
  const variables = /^ENV (.+)$/m.exec(dockerfile)?.[1] ?? '';
  const command = JSON.parse(/^CMD (\[.+\])$/m.exec(dockerfile)?.[1] ?? '[]') as string[];
  expect(command.slice(0, 1)).toEqual(['node']);
  const dataDir = join(folder, 'container');
  const settings = Object.fromEntries(variables.split(' ').map((pair) => pair.split('=')));
  const faultyFiles = { BACKUP_KEY: first, BACKUP_KEY_FILE: fileWith(first), METRICS_TOKEN_FILE: '/missing' };
  const refused = spawnSync(process.execPath, command.slice(1), {
    cwd: root,
    env: { PATH: process.env.PATH, ...settings, DATA_DIR: dataDir, PORT: '0', ...faultyFiles },
    encoding: 'utf8',
    timeout: 60_000,
  });
  expect([refused.status, existsSync(dataDir)]).toEqual([1, false]);
  expect(refused.stderr).toMatch(/APP_SECRET.*openssl rand -base64 32/);
  expect(refused.stderr).toContain('BACKUP_KEY and BACKUP_KEY_FILE are both set');
  expect(refused.stderr).toContain('METRICS_TOKEN_FILE cannot be read');
  expect(refused.stderr).not.toContain(first);
  report('exit code 1 and the command that makes a key');
});

attack(
  '22',
  'a tampered or truncated encrypted backup is refused before anything is written',
  async (report) => {
    const key = 'the key that encrypts the backups of this shop';
    const where = { dataDir: folder, databaseUrl: shop.databaseUrl, settings: { BACKUP_KEY: key } };
    const file = join(folder, 'shop.backup');
    const backup = await shopCommand(where, 'backup', file);
    expect(backup, backup.output).toMatchObject({ code: 0, output: expect.stringContaining('encrypted') });
    const bytes = readFileSync(file);
    expect(() => gunzipSync(bytes)).toThrow();
    const before = await shop.query('select count(*) from users');
    const copies: [Buffer, Record<string, string>][] = [
      [bytes.subarray(0, bytes.length - 1000), { BACKUP_KEY: key }],
      // Only the authentication tag changes; the ciphertext is unchanged.
      [flip(bytes, bytes.length - 1), { BACKUP_KEY: key }],
      [bytes, { BACKUP_KEY: `${key}s` }],
    ];
    for (const [content, settings] of copies) {
      const copy = join(folder, 'copy.backup');
      writeFileSync(copy, content);
      const refused = await shopCommand({ ...where, settings }, 'restore', copy, '--replace', '--yes');
      expect(refused, refused.output).toMatchObject({
        code: 1,
        output: expect.stringMatching(/cannot be restored: (it is|BACKUP_KEY)/),
      });
    }
    expect(await shop.query('select count(*) from users')).toEqual(before);
    report(`${copies.length} of ${copies.length} refused`);
  },
);

attack(
  '16',
  'B13: demo passwords are printed once, and a public shop warns of the demo administrator',
  async (report) => {
    const demo = await openAttackedShop({ demo: true, logLevel: 'warn' });
    try {
      const file = readFileSync(join(demo.dataDir, 'demo-accounts.txt'), 'utf8');
      const passwords = [...file.matchAll(/@\S+ (\S+)$/gm)].map(([, password]) => password ?? '');
      expect(passwords).toHaveLength(2);
      const printed = (output: readonly string[]) =>
        passwords.filter((password) => output.join('\n').includes(password)).length;
      expect(printed(demo.output)).toBe(2);
      const again = await runShop({
        dataDir: demo.dataDir,
        databaseUrl: demo.databaseUrl,
        demo: true,
        logLevel: 'warn',
        settings: { PUBLIC_URL: 'https://shop.example.com' },
      });
      try {
        expect(printed(again.output)).toBe(0);
        expect(again.output.join('\n')).toContain(join(demo.dataDir, 'demo-accounts.txt'));
        expect(again.output.join('\n')).toContain('admin@reprise.example can sign in to a public shop');
        const token = await signIn(again.url, admin);
        const stats = await call(again.url, 'GET', '/dashboard/stats', { token });
        expect(stats.body.data.isDemoAdministratorExposed).toBe(true);
      } finally {
        await again.stop();
      }
      report('2 passwords at the first start, 0 at the second, warned in log and dashboard');
    } finally {
      await demo.stop();
    }
  },
);

function fileWith(text: string): string {
  const file = join(folder, crypto.randomUUID());
  writeFileSync(file, `${text}\n`);
  return file;
}

function flip(bytes: Buffer, index: number): Buffer {
  const changed = Buffer.from(bytes);
  changed[index] = (changed[index] ?? 0) ^ 1;
  return changed;
}

/** Runs work with another process of the shop on the same database. */
async function withShop(
  settings: Record<string, string>,
  work: (running: RunningShop) => Promise<void>,
): Promise<void> {
  const running = await runShop({ dataDir: folder, databaseUrl: shop.databaseUrl, settings });
  try {
    await work(running);
  } finally {
    await running.stop();
  }
}

async function setUpTwoFactor(): Promise<string> {
  const token = await signIn(shop.url, customer);
  const path = '/users/profile/two-factor';
  const body = { currentPassword: customer.password };
  const begun = await call(shop.url, 'POST', path, { token, body });
  const { secret } = begun.body.data.setup;
  const code = { code: codeOf(secret, -1) };
  expect((await call(shop.url, 'POST', `${path}/confirm`, { token, body: code })).status).toBe(200);
  return secret;
}

async function signInWith({ url }: RunningShop, secret: string, ahead: number): Promise<number> {
  const { email, password } = customer;
  const { twoFactorToken } = (await call(url, 'POST', '/auth/login', { body: { email, password } })).body;
  const body = { twoFactorToken, code: codeOf(secret, ahead) };
  return (await call(url, 'POST', '/auth/two-factor', { body })).status;
}

/** Returns the code of an authenticator app (RFC 6238), shifted by a number of periods. */
function codeOf(secret: string, ahead: number): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from(bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? []);
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + ahead));
  const digest = createHmac('sha1', key).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}
