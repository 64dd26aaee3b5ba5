import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { mailedSecrets } from '../../server/test/mailed-links.ts';
import { oneTimeCodeOf } from '../one-time-code.ts';
import { type Answer, address, call, signIn, signInAgain } from '../plain-client.ts';
import { admin } from '../running-shop.ts';
import { attack } from './attack.ts';
import { type AttackedShop, openAttackedShop } from './attacked-shop.ts';
import { waitForLink } from './mailed-link.ts';
import { createAuthenticator } from './soft-authenticator.ts';
import { addPerson, newNetwork } from './staff.ts';

const password = 'Canary-Walks-18-Roles!';
const chosen = 'The-Owner-Chose-This-1!';
const twoFactor = '/users/profile/two-factor';

let shop: AttackedShop;
let owner: string;

beforeAll(async () => {
  shop = await openAttackedShop();
  owner = await signInAgain(shop.url, admin);
});

afterEach(() => shop.setClock(0));

afterAll(async () => {
  await shop?.stop();
});

const send = (method: string, path: string, token?: string, body?: unknown) =>
  call(shop.url, method, path, { token, body, from: newNetwork() });
const post = (path: string, body: object, token?: string) => send('POST', path, token, body);
const stepUp = (token: string, proof: object = { password }) => post('/auth/step-up', proof, token);
const codeOf = ({ status, body }: Answer) => `${status} ${body?.code ?? ''}`.trim();
const statusOf = async (token: string) => (await send('GET', '/auth/me', token)).status;
const login = (email: string, word = password) => post('/auth/login', { email, password: word });

type Person = { email: string; id: string; token: string };

async function register(name: string, { isConfirmed = true } = {}): Promise<Person> {
  const account = { name, email: `${name}@example.com`, password };
  const { token, user } = (await post('/auth/register', account)).body.data;
  const confirm = 'update users set email_verified = true, confirmed_at = now() where id = $1';
  if (isConfirmed) await shop.query(confirm, [user.id]);
  return { email: account.email, id: user.id, token };
}

/** Tries to add a passkey and returns the answer that decides. */
async function addPasskey(token: string) {
  const passkey = createAuthenticator(shop.url.replace('127.0.0.1', 'localhost'));
  const begun = await post('/users/profile/passkeys/options', {}, token);
  if (begun.status !== 200) return { passkey, answer: begun };
  const response = passkey.register(begun.body.data.options);
  return { passkey, answer: await post('/users/profile/passkeys', { name: 'Key', response }, token) };
}

async function addOwnPasskey(token: string) {
  expect((await stepUp(token)).status).toBe(200);
  const { passkey, answer } = await addPasskey(token);
  expect(answer.status, answer.text).toBe(201);
  return { passkey, id: answer.body.data.passkey.id as string };
}

type Passkey = ReturnType<typeof createAuthenticator>;

async function signInByPasskey(passkey: Passkey): Promise<Answer> {
  const { options } = (await post('/auth/passkey/options', {})).body.data;
  return post('/auth/passkey', { response: passkey.assert(options) });
}

async function stepUpByPasskey(token: string, passkey: Passkey): Promise<void> {
  const { options } = (await post('/auth/step-up/options', {}, token)).body.data;
  expect((await stepUp(token, { passkey: passkey.assert(options) })).status).toBe(200);
}

/** Sets two-factor sign-in up; returns the secret and the recovery codes. */
async function setUpFactor(token: string) {
  const begun = await post(twoFactor, { currentPassword: password }, token);
  const { secret } = begun.body.data.setup;
  const confirmed = await post(`${twoFactor}/confirm`, { code: oneTimeCodeOf(secret) }, token);
  expect(confirmed.status, confirmed.text).toBe(200);
  return { secret: secret as string, recoveryCodes: confirmed.body.data.recoveryCodes as string[] };
}

async function requestReset({ email }: Pick<Person, 'email'>, count = 1): Promise<string> {
  await post('/auth/forgot-password', { email });
  return waitForLink(shop.dataDir, email, 'reset-password', count);
}

const press = (token: string) => post('/auth/not-me', { token });

attack('28', 'password and session add no factor beside an existing one', async (report) => {
  const victim = await register('guarded');
  const { recoveryCodes } = await setUpFactor(victim.token);
  // A thief has the password and a session that a recovery code opened, but no code for a step-up.
  const demand = (await login(victim.email)).body;
  const opened = await post('/auth/two-factor', {
    twoFactorToken: demand.twoFactorToken,
    code: recoveryCodes[0],
  });
  const stolen = opened.body.data.token;
  await shop.setClock(11 * 60_000);
  expect((await stepUp(stolen)).status).toBe(200);
  const answers = [
    (await addPasskey(stolen)).answer,
    await post(twoFactor, { currentPassword: password }, stolen),
    await post(`${twoFactor}/recovery-codes`, { currentPassword: password }, stolen),
    await post(`${twoFactor}/off`, { currentPassword: password }, stolen),
  ];
  expect(answers.map(codeOf)).toEqual(['403 STEP_UP_REQUIRED', ...Array(3).fill('400 VALIDATION_ERROR')]);
  expect(answers[0]?.body.details).toEqual({ methods: ['code'] });
  expect((await stepUp(stolen, { code: recoveryCodes[1] })).status).toBe(200);
  expect((await addPasskey(stolen)).answer.status).toBe(201);
  report('0 of 4 factors changed with password and session; 1 of 1 with a code');
});

attack('28', 'a passkey guards the adding, replacing and removing of factors', async (report) => {
  const victim = await register('keyholder');
  const { passkey, id } = await addOwnPasskey(victim.token);
  // Offered to a thief before the passkey was there, and confirmed afterwards.
  const early = await register('early');
  const begun = await post(twoFactor, { currentPassword: password }, early.token);
  await addOwnPasskey((await login(early.email)).body.data.token);
  const code = oneTimeCodeOf(begun.body.data.setup.secret);
  const late = await post(`${twoFactor}/confirm`, { code }, early.token);

  const stolen = (await login(victim.email)).body.data.token;
  expect((await stepUp(stolen)).status).toBe(200);
  const answers = [
    late,
    (await addPasskey(stolen)).answer,
    await send('DELETE', `/users/profile/passkeys/${id}`, stolen),
    await post(twoFactor, { currentPassword: password }, stolen),
  ];
  expect(answers.map(codeOf)).toEqual(Array(4).fill('403 STEP_UP_REQUIRED'));
  await stepUpByPasskey(stolen, passkey);
  expect((await addPasskey(stolen)).answer.status).toBe(201);
  const byPasskey = (await signInByPasskey(passkey)).body.data.token;
  expect((await addPasskey(byPasskey)).answer.status).toBe(201);
  report('0 of 4 calls with the password; 2 of 2 with the passkey');
});

attack('28', 'a fresh session alone adds no passkey, app or API token', async (report) => {
  const victim = await register('fresh');
  const stolen = (await login(victim.email)).body.data.token;
  const token = { name: 'Stolen', permissions: ['orders.read'], days: 1 };
  const ofStaff = await signIn(shop.url, admin);
  const answers = [
    (await addPasskey(victim.token)).answer,
    (await addPasskey(stolen)).answer,
    await post('/api-tokens', token, ofStaff),
  ];
  expect(answers.map(codeOf)).toEqual(Array(3).fill('403 STEP_UP_REQUIRED'));
  expect((await post(twoFactor, {}, stolen)).status).toBe(400);
  expect((await stepUp(stolen)).status).toBe(200);
  expect((await addPasskey(stolen)).answer.status).toBe(201);
  report('0 of 4 without the password, 1 of 1 with it');
});

attack('28', 'the password alone sets up no app beside a passkey at a sign-in', async (report) => {
  const person = await addPerson(shop, owner, 'support');
  const { passkey } = await addOwnPasskey(person.token);
  expect((await send('PUT', '/settings', owner, { twoFactorAuth: true })).status).toBe(200);
  const answer = await login(person.email);
  const byPasskey = await signInByPasskey(passkey);
  await shop.query('update store_settings set two_factor_auth = false', []);
  expect([codeOf(answer), byPasskey.status]).toEqual(['403 PASSKEY_REQUIRED', 200]);
  owner = await signInAgain(shop.url, admin);
  report('403 for the password, 200 for the passkey');
});

attack('28', 'a reset with its defaults ends a passkey and an API token of a thief', async (report) => {
  const victim = await addPerson(shop, owner, 'owner');
  const { passkey, id } = await addOwnPasskey(victim.token);
  const token = { name: 'Stolen', permissions: ['orders.read'], days: 1 };
  await stepUpByPasskey(victim.token, passkey);
  const created = await post('/api-tokens', token, victim.token);
  expect(created.status, created.text).toBe(201);
  const { secret } = created.body.data;

  const link = await requestReset(victim);
  const { access } = (await post('/auth/password-rules', { token: link })).body.data;
  expect(access.passkeys.map((listed: { id: string }) => listed.id)).toEqual([id]);
  expect(access.apiTokens.map((listed: { name: string }) => listed.name)).toEqual(['Stolen']);
  expect(access.sessions.length).toBeGreaterThan(0);
  expect(JSON.stringify(access)).not.toContain(secret);
  expect((await post('/auth/reset-password', { token: link, password: chosen })).status).toBe(200);
  const ways = {
    session: await statusOf(victim.token),
    passkey: (await signInByPasskey(passkey)).status,
    token: (await send('GET', '/orders/admin/summaries', secret)).status,
    password: (await login(victim.email)).status,
  };
  expect(ways).toEqual({ session: 401, passkey: 401, token: 401, password: 401 });
  expect((await login(victim.email, chosen)).status).toBe(200);
  report('0 of 4 ways in after the reset of a caller that knows only token and password');
});

attack('28', 'a reset keeps what its person names, and nothing of another account', async (report) => {
  const person = await register('keeps');
  const own = await addOwnPasskey(person.token);
  const second = createAuthenticator(shop.url.replace('127.0.0.1', 'localhost'));
  const { options } = (await post('/users/profile/passkeys/options', {}, person.token)).body.data;
  const body = { name: 'Thief', response: second.register(options) };
  expect((await post('/users/profile/passkeys', body, person.token)).status).toBe(201);
  const { secret } = await setUpFactor(person.token);
  const other = await register('keeps-other');
  const foreign = await addOwnPasskey(other.token);

  const token = await requestReset(person);
  const keep = { passkeys: [own.id, foreign.id], apiTokens: [] };
  expect((await post('/auth/reset-password', { token, password: chosen, keep })).status).toBe(200);
  const statuses = [own.passkey, second, foreign.passkey].map(
    async (passkey) => (await signInByPasskey(passkey)).status,
  );
  expect(await Promise.all(statuses)).toEqual([200, 401, 200]);
  // Two-factor sign-in is no way in, so it stays.
  const demand = await login(person.email, chosen);
  expect([demand.body.code, secret.length > 0]).toEqual(['TWO_FACTOR_REQUIRED', true]);
  report('1 of 2 passkeys kept, two-factor sign-in stays on');
});

attack('28', 'an unconfirmed account starts empty for its mailbox', async (report) => {
  const stranger = await register('squatted', { isConfirmed: false });
  const { passkey } = await addOwnPasskey(stranger.token);
  const { email: _, ...evil } = { ...address, address: '666 Drop Street', isDefault: true };
  expect((await post('/users/profile/addresses', evil, stranger.token)).status).toBe(201);
  await send('PUT', '/users/profile', stranger.token, {
    phone: '666',
    email: 'evil-pending@example.com',
    currentPassword: password,
  });
  const token = await requestReset(stranger);
  const { access } = (await post('/auth/password-rules', { token })).body.data;
  expect(access).toMatchObject({ passkeys: [], canKeep: false, startsEmpty: true });
  const keep = {
    passkeys: (await shop.query<{ id: string }>('select id from passkeys')).map(({ id }) => id),
  };
  expect((await post('/auth/reset-password', { token, password: chosen, keep })).status).toBe(200);
  const own = (await login(stranger.email, chosen)).body.data.token;
  const { user } = (await send('GET', '/users/profile', own)).body.data;
  expect(user).toMatchObject({ name: 'squatted', phone: null, pendingEmail: null, emailVerified: true });
  const { addresses } = (await send('GET', '/users/profile/addresses', own)).body.data;
  expect([addresses, (await signInByPasskey(passkey)).status]).toEqual([[], 401]);
  expect(await statusOf(stranger.token)).toBe(401);
  report('0 addresses, names, phones, passkeys and sessions of the stranger left');
});

attack('28', 'the link in a security mail ends the access it reports, once', async (report) => {
  const victim = await register('robbed');
  const { passkey } = await addOwnPasskey(victim.token);
  const link = await waitForLink(shop.dataDir, victim.email, 'not-me');
  // A scanner opens the page; a forged link and a public table give nothing.
  const page = await fetch(`${shop.url}/not-me`);
  const html = await page.text();
  expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(html).toContain('name="robots" content="noindex"');
  expect((await send('GET', `/auth/not-me?token=${link}`)).status).not.toBe(200);
  expect((await press(link.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')))).status).toBe(400);
  expect((await signInByPasskey(passkey)).status).toBe(200);
  const rows = await shop.query<{ text: string }>('select text from mails where recipient = $1', [
    victim.email,
  ]);
  for (const { text } of rows) expect(text).not.toContain(link);

  const answers = await Promise.all([1, 2, 3].map(() => press(link)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  const ways = [
    await signInByPasskey(passkey),
    await login(victim.email),
    await send('GET', '/auth/me', victim.token),
  ];
  expect(ways.map(({ status }) => status)).toEqual([401, 401, 401]);
  const reset = await waitForLink(shop.dataDir, victim.email, 'reset-password');
  expect((await post('/auth/reset-password', { token: reset, password: chosen })).status).toBe(200);
  expect((await login(victim.email, chosen)).status).toBe(200);
  report('1 of 3 presses at once; 0 of 3 ways in; the mailbox chooses a password');
});

attack('28', 'every mail about an account has a link, or is about nobody’s act', async (report) => {
  const names = await shop.query<{ kind: string; text: string; subject: string }>(
    `select kind, subject, text from mails where kind = 'security-notice'`,
  );
  const without = names.filter(({ text }) => !/\/(not-me|undo-email-change)#hidden/.test(text));
  expect(without.map(({ subject }) => subject)).toEqual([]);
  report(`${names.length} of ${names.length} security mails with a link`);
});

attack('28', 'a webhook of a stolen owner is switched off by another owner', async (report) => {
  const thief = await addPerson(shop, owner, 'owner');
  const { id: ownerId } = (await send('GET', '/auth/me', owner)).body.data.user;
  const url = 'https://example.com/hook';
  const created = await post(
    '/webhooks',
    { url, description: '', events: ['order.placed'], enabled: true },
    thief.token,
  );
  expect(created.status, created.text).toBe(201);
  const [notice] = await shop.query<{ id: string }>(
    "select id from security_notices where notice = 'webhook-added' and user_id = $1",
    [ownerId],
  );
  expect(notice).toBeDefined();
  const link = await waitForNotice(admin.email, notice?.id ?? '');
  expect((await press(link)).body.data.report).toEqual({
    notice: 'webhook-added',
    outcome: 'undone',
    account: 'other',
  });
  const [webhook] = await shop.query('select enabled from webhooks where id = $1', [
    created.body.data.webhook.id,
  ]);
  expect(webhook).toEqual({ enabled: false });
  expect([await statusOf(thief.token), await statusOf(owner)]).toEqual([401, 200]);
  expect((await login(thief.email)).status).toBe(401);
  report('the webhook is off, the account that added it signed out; the owner stays signed in');
});

/** Waits for the link of one notice, among others to the address. */
async function waitForNotice(email: string, id: string): Promise<string> {
  for (;;) {
    const link = mailedSecrets(shop.dataDir, email, 'not-me').find((secret) => secret.startsWith(`${id}.`));
    if (link) return link;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

attack('28', 'links of security mails are limited for each network', async (report) => {
  const from = newNetwork();
  const guesses = Array.from({ length: 30 }, (_, index) => ({ token: `not_${index}.${'x'.repeat(43)}` }));
  const statuses: number[] = [];
  for (const body of guesses)
    statuses.push((await call(shop.url, 'POST', '/auth/not-me', { body, from })).status);
  expect(statuses.filter((status) => status === 400).length).toBeLessThanOrEqual(20);
  expect(statuses.at(-1)).toBe(429);
  report(`${statuses.filter((status) => status === 400).length} of 30 guesses looked at`);
});
