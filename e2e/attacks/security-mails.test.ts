import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect } from 'vitest';
import { mailedTexts } from '../../server/test/mailed-links.ts';
import { call, signIn } from '../plain-client.ts';
import { admin } from '../running-shop.ts';
import { attack } from './attack.ts';
import { type AttackedShop, openAttackedShop } from './attacked-shop.ts';
import { waitForLink } from './mailed-link.ts';
import { createAuthenticator } from './soft-authenticator.ts';

const password = 'canary-password';
const day = 24 * 3_600_000;

let shop: AttackedShop;
let adminToken: string;

beforeAll(async () => {
  shop = await openAttackedShop();
  adminToken = await signIn(shop.url, admin);
  // Security mails ignore the store's notification setting.
  await call(shop.url, 'PUT', '/settings', { token: adminToken, body: { emailNotifications: false } });
});

afterAll(async () => {
  await shop?.stop();
});

type Options = { body?: unknown; token?: string; from?: string };
const send = (method: string, path: string, options: Options = {}) => call(shop.url, method, path, options);

async function register(name: string, { isVerified = true, from = '10.1.1.1' } = {}) {
  const account = { name, email: `${name}@example.com`, password };
  const { token, user } = (await send('POST', '/auth/register', { body: account, from })).body.data;
  if (isVerified) await shop.query('update users set email_verified = true where id = $1', [user.id]);
  return { ...account, token: token as string, id: user.id as string };
}

async function addOwner(email: string): Promise<string> {
  const body = { name: 'Owner', email, role: 'admin', staffRoles: ['owner'] };
  const answer = await send('POST', '/users/users', { token: adminToken, body });
  expect(answer.status).toBe(201);
  return answer.body.data.user.id;
}

async function subjectsTo(email: string): Promise<string[]> {
  const rows = await shop.query<{ subject: string }>(
    "select subject from mails where recipient = $1 and kind = 'security-notice' order by created_at, id",
    [email],
  );
  return rows.map(({ subject }) => subject.replace(/ at Reprise$/, ''));
}

/** Waits until an address has this number of security mails; returns them. */
async function untilMailed(email: string, count: number): Promise<string[]> {
  const end = Date.now() + 30_000;
  for (;;) {
    const subjects = await subjectsTo(email);
    if (subjects.length >= count || Date.now() > end) return subjects;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Links that act for a person are not in the table; the operator finds them as files. */
function undoTokensTo(email: string): string[] {
  return mailedTexts(shop.dataDir, email).flatMap(
    (text) => /undo-email-change#token=([\w.=-]+)/.exec(text)?.[1] ?? [],
  );
}

const undo = (token: string) => send('POST', '/auth/undo-email-change', { body: { token } });

attack('20', 'the owner learns of everything that touches the safety of an account', async (report) => {
  const ada = await register('ada');
  const body = { email: ada.email, password };
  await send('POST', '/auth/login', { body, from: '10.1.1.1' });
  await send('POST', '/auth/login', { body, from: '10.2.2.2' });
  const expected = ['New sign-in to your account'];
  expect(await untilMailed(ada.email, 1)).toEqual(expected);

  const { token } = ada;
  const factor = '/users/profile/two-factor';
  const begun = await send('POST', factor, { token, body: { currentPassword: password } });
  const { secret } = begun.body.data.setup;
  const code = totp(secret, Date.now());
  const confirmed = await send('POST', `${factor}/confirm`, { token, body: { code } });
  const [recovery] = confirmed.body.data.recoveryCodes;
  await send('POST', '/auth/step-up', { token, body: { code: recovery } });
  expected.push('Two-factor sign-in was turned on', 'A recovery code was used');

  const authenticator = createAuthenticator(shop.url.replace('127.0.0.1', 'localhost'));
  const { options } = (await send('POST', '/users/profile/passkeys/options', { token, body: {} })).body.data;
  const response = authenticator.register(options);
  const added = await send('POST', '/users/profile/passkeys', { token, body: { name: 'Key', response } });
  const { id } = added.body.data.passkey;
  await send('DELETE', `/users/profile/passkeys/${id}`, { token });
  expected.push('A passkey was added', 'A passkey was removed');

  const changed = { currentPassword: password, newPassword: 'another-canary' };
  expect((await send('PUT', '/users/profile', { token, body: changed })).status).toBe(200);
  await send('PUT', `/users/users/${ada.id}`, { token: adminToken, body: { name: 'Ada B' } });
  await send('DELETE', `/users/users/${ada.id}/two-factor`, { token: adminToken });
  expected.push('Your password was changed', 'Your account was changed', 'Two-factor sign-in was reset');
  const subjects = await untilMailed(ada.email, expected.length);
  expect([...subjects].sort()).toEqual(expected.sort());
  report(`${subjects.length} of ${expected.length} mails, with the store's mails switched off`);
});

attack('20', 'a stolen account gets its e-mail address back, once', async (report) => {
  const victim = await register('victim');
  const thief = 'thief@example.com';
  // The thief adds a passkey, changes the address and delays a further change.
  expect((await send('POST', '/auth/step-up', { token: victim.token, body: { password } })).status).toBe(200);
  const key = createAuthenticator(shop.url.replace('127.0.0.1', 'localhost'));
  const passkeys = '/users/profile/passkeys';
  const begun = await send('POST', `${passkeys}/options`, { token: victim.token, body: {} });
  const ofThief = { name: 'Key', response: key.register(begun.body.data.options) };
  expect((await send('POST', passkeys, { token: victim.token, body: ofThief })).status).toBe(201);
  const change = await send('PUT', `/users/users/${victim.id}`, {
    token: adminToken,
    body: { email: thief },
  });
  expect(change.status).toBe(200);
  expect(await untilMailed(victim.email, 2)).toHaveLength(2);
  await shop.query("update users set pending_email = 'thief2@example.com' where id = $1", [victim.id]);
  const [token = ''] = undoTokensTo(victim.email);
  expect(token).not.toBe('');
  expect(undoTokensTo(thief)).toEqual([]);
  // No table contains the link.
  const rows = await shop.query<{ text: string }>('select text from mails where recipient = $1', [
    victim.email,
  ]);
  for (const { text } of rows) expect(text).not.toContain(token);

  // The thief registers the old address, so that the link would fail.
  const account = { name: 'Thief', email: victim.email, password };
  expect((await send('POST', '/auth/register', { body: account })).body.code).toBe('REGISTRATION_FAILED');
  const forged = token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
  expect((await undo(forged)).status).toBe(400);

  const answers = await Promise.all([1, 2, 3].map(() => undo(token)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const [user] = await shop.query('select email, email_verified, pending_email from users where id = $1', [
    victim.id,
  ]);
  expect(user).toEqual({ email: victim.email, email_verified: true, pending_email: null });
  expect(await shop.query('select 1 from sessions where user_id = $1', [victim.id])).toHaveLength(0);
  expect((await undo(token)).status).toBe(400);

  const { options } = (await send('POST', '/auth/passkey/options', { body: {} })).body.data;
  const withKey = await send('POST', '/auth/passkey', { body: { response: key.assert(options) } });
  const withPassword = await send('POST', '/auth/login', { body: { email: victim.email, password } });
  expect([withKey.status, withPassword.status]).toEqual([401, 401]);
  await send('POST', '/auth/forgot-password', { body: { email: victim.email } });
  const resetToken = await waitForLink(shop.dataDir, victim.email, 'reset-password');
  const own = { token: resetToken, password: 'the-owner-chose-this' };
  expect((await send('POST', '/auth/reset-password', { body: own })).status).toBe(200);
  await signIn(shop.url, { email: victim.email, password: own.password });
  report(
    "address back after 1 of 3 presses at once; 0 of 2 of the thief's ways in work, the owner's reset does",
  );
});

attack(
  '20',
  'an undo link ends after seven days and is not sent for an unconfirmed address',
  async (report) => {
    const late = await register('late');
    const body = { email: 'late-new@example.com' };
    await send('PUT', `/users/users/${late.id}`, { token: adminToken, body });
    await untilMailed(late.email, 1);
    const [token = ''] = undoTokensTo(late.email);

    // A stranger registers with another person's address: that person's undo link must not confirm the account.
    const squatter = await register('stranger', { isVerified: false });
    const moved = { email: 'squatter@example.com' };
    await send('PUT', `/users/users/${squatter.id}`, { token: adminToken, body: moved });
    await shop.setClock(7 * day + 60_000);
    expect((await undo(token)).status).toBe(400);
    expect(await subjectsTo(squatter.email)).toEqual([]);
    expect(undoTokensTo(squatter.email)).toEqual([]);
    await shop.setClock(0);
    report('400 after seven days, no mail to an unconfirmed address');
  },
);

attack('16', 'B4: all owners learn of a new owner and of exchanged payment keys', async (report) => {
  const watching = 'watching@example.com';
  await addOwner(watching);
  await addOwner('second@example.com');
  await send('DELETE', '/payments/keys', { token: adminToken });
  const added = 'A staff account was added or given more rights';
  const changed = 'The payment keys were changed';
  expect(await untilMailed(watching, 2)).toEqual([added, changed]);
  // The account that acts may be stolen.
  expect((await untilMailed(admin.email, 3)).sort()).toEqual([added, added, changed]);
  report('2 of 2 mails to the other owner, 3 of 3 to the one who acts');
});

/** Returns the six-digit code (RFC 6238) of a base32 secret. */
function totp(secret: string, now: number): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(now / 30_000)));
  const hash = createHmac('sha1', key).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 15;
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}
