import { chromium } from '@playwright/test';
import { afterAll, beforeAll, expect } from 'vitest';
import { findBrowser } from '../find-browser.ts';
import { type Answer, call } from '../plain-client.ts';
import { attack } from './attack.ts';
import { type AttackedShop, openAttackedShop } from './attacked-shop.ts';
import { createAuthenticator, type Forgery } from './soft-authenticator.ts';

const elevenMinutes = 11 * 60_000;
const password = 'canary-password';

let shop: AttackedShop;
/** PUBLIC_URL, whose host is the relying party. */
let origin: string;

beforeAll(async () => {
  shop = await openAttackedShop();
  origin = shop.url.replace('127.0.0.1', 'localhost');
});

afterAll(async () => {
  await shop?.stop();
});

let networks = 0;
/** Uses a new network for each call, so that no rate limit hides a missing check. */
const post = (path: string, body: object = {}, token?: string) =>
  call(shop.url, 'POST', path, { body, token, from: `10.9.${networks >> 8}.${networks++ & 255}` });

async function register(name: string) {
  const account = { name, email: `${name}@example.com`, password };
  const { token, user } = (await post('/auth/register', account)).body.data;
  expect((await post('/auth/step-up', { password }, token)).status).toBe(200);
  return { ...account, token: token as string, id: user.id as string };
}

async function addPasskey(token: string, forged: Forgery = {}) {
  const authenticator = createAuthenticator(origin);
  const { options } = (await post('/users/profile/passkeys/options', {}, token)).body.data;
  const body = { name: 'Key', response: authenticator.register(options, forged) };
  return { authenticator, answer: await post('/users/profile/passkeys', body, token) };
}

const beginSignIn = async () => (await post('/auth/passkey/options')).body.data.options;
const signIn = (response: object) => post('/auth/passkey', { response });
const codeOf = ({ status, body }: Answer) => `${status} ${body?.code ?? ''}`.trim();
const sessionsOf = async (id: string) =>
  (await shop.query('select 1 from sessions where user_id = $1', [id])).length;

attack('19', 'refuses replayed, foreign, unverified and copied passkeys', async (report) => {
  const ada = await register('ada');
  const mallory = await register('mallory');
  const { authenticator, answer } = await addPasskey(ada.token);
  expect(answer.status).toBe(201);
  const ofMallory = (await addPasskey(mallory.token)).authenticator;

  const right = authenticator.assert(await beginSignIn());
  const signedIn = await signIn(right);
  expect(signedIn.status).toBe(200);
  expect(signedIn.body.data.user.email).toBe(ada.email);
  // Synced passkeys do not count their uses: only the challenge prevents a replay.
  const uncounted = { counter: 0 };
  const synced = (await addPasskey(ada.token, uncounted)).authenticator;
  const ofSynced = synced.assert(await beginSignIn(), uncounted);
  expect((await signIn(ofSynced)).status).toBe(200);
  const sessions = await sessionsOf(ada.id);

  const forgeries: [string, Forgery][] = [
    ['other origin', { origin: 'https://reprise.evil.example' }],
    ['other port', { origin: 'http://localhost:3001' }],
    ['other relying party', { rpId: 'evil.example' }],
    ['no user verification', { userVerified: false }],
    ['counter went back', { counter: 1 }],
    ['handle of another user', { userHandle: Buffer.from(mallory.id).toString('base64url') }],
    ['unknown credential', { credentialId: 'AAAA' }],
  ];
  const tries: [string, object][] = [
    ['replayed', right],
    ['replayed by a synced passkey', ofSynced],
  ];
  for (const [name, forged] of forgeries) {
    tries.push([name, authenticator.assert(await beginSignIn(), forged)]);
  }
  const adasCredential = { credentialId: authenticator.credentialId };
  tries.push(['key of another', ofMallory.assert(await beginSignIn(), adasCredential)]);
  tries.push(['own challenge', authenticator.assert({ challenge: 'x'.repeat(43) })]);
  const forStepUp = (await post('/auth/step-up/options', {}, ada.token)).body.data.options;
  tries.push(['challenge of a step-up', authenticator.assert(forStepUp)]);
  const answers: [string, string][] = [];
  for (const [name, response] of tries) answers.push([name, codeOf(await signIn(response))]);
  expect(answers).toEqual(tries.map(([name]) => [name, '401 INVALID_CREDENTIALS']));
  expect(await sessionsOf(ada.id)).toBe(sessions);

  const late = authenticator.assert(await beginSignIn());
  await shop.setClock(6 * 60_000);
  expect(codeOf(await signIn(late))).toBe('401 INVALID_CREDENTIALS');
  await shop.setClock(0);

  const racing = synced.assert(await beginSignIn(), uncounted);
  const raced = await Promise.all(Array.from({ length: 8 }, () => signIn(racing)));
  expect(raced.filter(({ status }) => status === 200)).toHaveLength(1);
  report(`${tries.length + 1} forgeries refused, 1 of 8 replays at once`);
});

attack('19', 'a passkey is a step-up for its own user alone', async (report) => {
  const grace = await register('grace');
  const thief = await register('thief');
  const { authenticator } = await addPasskey(grace.token);
  const { authenticator: ofThief } = await addPasskey(thief.token);
  await shop.setClock(elevenMinutes);
  expect(codeOf(await post('/users/profile/passkeys/options', {}, grace.token))).toBe('403 STEP_UP_REQUIRED');
  const begin = async () => (await post('/auth/step-up/options', {}, grace.token)).body.data.options;
  const prove = (passkey: object) => post('/auth/step-up', { passkey }, grace.token);
  const others = ofThief.assert(await begin());
  const unverified = authenticator.assert(await begin(), { userVerified: false });
  const forSignIn = authenticator.assert(await beginSignIn());
  for (const forged of [others, unverified, forSignIn]) expect((await prove(forged)).status).toBe(400);
  expect((await prove(authenticator.assert(await begin()))).status).toBe(200);
  expect((await post('/users/profile/passkeys/options', {}, grace.token)).status).toBe(200);
  await shop.setClock(0);
  report('3 of 3 foreign proofs refused');
});

attack('19', 'a ban, a removal and a lost account end what a passkey opens', async (report) => {
  const person = await register('banned');
  const { authenticator, answer } = await addPasskey(person.token);
  await shop.query("update users set status = 'banned' where id = $1", [person.id]);
  expect(codeOf(await signIn(authenticator.assert(await beginSignIn())))).toBe('401 INVALID_CREDENTIALS');
  await shop.query("update users set status = 'active' where id = $1", [person.id]);

  // An account without a password cannot remove its last passkey.
  await shop.query('delete from accounts where user_id = $1', [person.id]);
  const path = `/users/profile/passkeys/${answer.body.data.passkey.id}`;
  expect(codeOf(await call(shop.url, 'DELETE', path, { token: person.token }))).toBe('409 LAST_SIGN_IN');
  const other = await register('other');
  expect((await call(shop.url, 'DELETE', path, { token: other.token })).status).toBe(404);

  await addPasskey(person.token);
  expect((await call(shop.url, 'DELETE', path, { token: person.token })).status).toBe(200);
  expect(codeOf(await signIn(authenticator.assert(await beginSignIn())))).toBe('401 INVALID_CREDENTIALS');
  await shop.query('delete from users where id = $1', [person.id]);
  expect(await shop.query('select 1 from passkeys where user_id = $1', [person.id])).toHaveLength(0);
  report('refused after ban and removal; the last way to sign in stays');
});

attack('19', 'rejects a passkey without verification, a second time or past the limit', async (report) => {
  const person = await register('many');
  expect((await addPasskey(person.token, { userVerified: false })).answer.status).toBe(400);
  expect((await addPasskey(person.token, { origin: 'https://evil.example' })).answer.status).toBe(400);
  expect((await addPasskey(person.token, { rpId: 'evil.example' })).answer.status).toBe(400);
  const first = await addPasskey(person.token);
  expect(first.answer.status).toBe(201);
  const { options } = (await post('/users/profile/passkeys/options', {}, person.token)).body.data;
  const again = { name: 'Twice', response: first.authenticator.register(options) };
  expect((await post('/users/profile/passkeys', again, person.token)).status).toBe(400);
  await shop.query(
    `insert into passkeys (id, user_id, credential_id, public_key, counter, transports, name, backed_up)
     select 'psk_' || n, $1, 'cred-' || n, 'key', 0, '{}', 'Key', false from generate_series(1, 19) n`,
    [person.id],
  );
  expect(codeOf(await post('/users/profile/passkeys/options', {}, person.token))).toBe('409 PASSKEYS_FULL');
  report('5 of 5 refused');
});

attack('19', 'a real browser registers, signs in, steps up and removes', async (report) => {
  const person = await register('browser');
  const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    await page.goto(`${origin}/login?from=/profile`);
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password').fill(password);
    await button('Sign In').click();
    await button('Add a passkey').click();
    await page.getByRole('dialog').getByLabel('Name').fill('Test device');
    await button('Continue').click();
    const confirmation = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await confirmation.getByLabel('Password').fill(password);
    await confirmation.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('Passkey added.').waitFor();
    await page.getByText('Test device').first().waitFor();

    await page.evaluate(() => localStorage.clear());
    await page.goto(`${origin}/login?from=/profile`);
    await button('Use a passkey').click();
    await page.getByText(/last used/).waitFor();

    await shop.setClock(elevenMinutes);
    await button('Remove Test device').click();
    await button('Remove').click();
    const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
    await dialog.getByRole('button', { name: 'Use a passkey' }).click();
    await dialog.getByText('No passkey was used').waitFor();
    await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
    await dialog.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByText('Passkey removed.').waitFor();
    expect(await shop.query('select 1 from passkeys where user_id = $1', [person.id])).toHaveLength(0);

    await page.evaluate(() => localStorage.clear());
    await page.goto(`${origin}/login`);
    await button('Use a passkey').click();
    await page.getByText('This passkey could not be used').waitFor();
    report('registered, signed in, proved and removed in Chromium');
  } finally {
    await shop.setClock(0);
    await browser.close();
  }
});
