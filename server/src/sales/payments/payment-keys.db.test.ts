import { afterAll, expect, test } from 'vitest';
import { fakeKeys, openFakeStripe, signedEvent } from '../../../../e2e/fake-stripe/fake-stripe.ts';
import { openTestApp } from '../../../test/test-app.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { auditEntries } from '../../foundations/audit/audit.tables.ts';
import { storeSettings } from '../../foundations/settings/settings.tables.ts';

const stripe = await openFakeStripe();
afterAll(stripe.close);
const database = await openTestDatabase();
const { call, signIn } = await openTestApp(database, { STRIPE_API_URL: stripe.url });
const token = await signIn();

const setup = async () => (await call('GET', '/payments/setup', { token })).body.data.setup;
const setKeys = (body: object) => call('PUT', '/payments/keys', { token, body });
const publicSettings = async () => (await call('GET', '/settings/public')).body.data.settings;

test('uses the test processor and rejects Stripe events when no keys are set', async () => {
  expect(await setup()).toMatchObject({
    processor: 'test',
    source: 'none',
    mode: 'test',
    openDiscrepancies: 0,
  });
  expect((await call('POST', '/payments/webhook', { body: {} })).status).toBe(409);
});

test('rejects keys that are incomplete, of mixed modes or invalid at Stripe', async () => {
  const { publishableKey, secretKey, webhookSecret } = fakeKeys;
  for (const [body, field] of [
    [{ publishableKey: 'pk_live', secretKey, webhookSecret }, 'publishableKey'],
    [{ publishableKey, webhookSecret }, 'secretKey'],
    [{ publishableKey, secretKey }, 'webhookSecret'],
    [{ publishableKey: 'pk_live_0000', secretKey, webhookSecret }, 'secretKey'],
    [{ publishableKey, secretKey: 'sk_test_wrong', webhookSecret }, 'secretKey'],
  ] as const) {
    const { status, body: answer } = await setKeys(body);
    expect([status, answer.errors?.[0]?.field]).toEqual([400, field]);
  }
  expect((await setup()).source).toBe('none');
});

test('encrypts keys, never shows them, and allows changing and removing them', async () => {
  const { status, text } = await setKeys(fakeKeys);
  expect(status).toBe(200);
  const secrets = [fakeKeys.secretKey, fakeKeys.webhookSecret];
  for (const secret of secrets) expect(text).not.toContain(secret);
  expect(await setup()).toMatchObject({
    processor: 'stripe',
    source: 'settings',
    mode: 'test',
    publishableKey: fakeKeys.publishableKey,
    secretKeyHint: 'sk_test_…0000',
  });
  expect(await publicSettings()).toMatchObject({
    paymentProcessor: 'stripe',
    stripePublishableKey: fakeKeys.publishableKey,
  });
  const [row] = await database.db.select().from(storeSettings);
  const audited = await database.db.select().from(auditEntries);
  const all = (await call('GET', '/settings', { token })).text;
  for (const secret of secrets) expect(JSON.stringify([row, audited, all])).not.toContain(secret);
  expect(all).not.toContain('Encrypted');

  expect((await call('POST', '/payments/keys/check', { token, body: {} })).body.data.works).toBe(true);
  stripe.failNext('error', 'error', 'error');
  expect((await call('POST', '/payments/keys/check', { token, body: {} })).body.data.works).toBe(false);

  expect((await setKeys({ publishableKey: 'pk_test_another' })).status).toBe(200);
  expect((await setup()).publishableKey).toBe('pk_test_another');
  const event = {
    id: 'evt_1',
    object: 'event',
    type: 'customer.created',
    livemode: false,
    created: 1,
  } as const;
  const { body, signature } = signedEvent({ ...event, data: { object: {} } });
  const headers = { 'stripe-signature': signature };
  expect((await call('POST', '/payments/webhook', { body, headers })).status).toBe(200);
  expect((await call('POST', '/payments/webhook', { body: `${body} `, headers })).status).toBe(400);

  expect((await call('DELETE', '/payments/keys', { token })).status).toBe(200);
  expect(await setup()).toMatchObject({ processor: 'test', source: 'none' });
  expect(await publicSettings()).toMatchObject({ paymentProcessor: 'test', stripePublishableKey: null });
});

test('stops offering PayPal when the keys belong to an account without it', async () => {
  await database.db.update(storeSettings).set({ paypalEnabled: true });
  stripe.ledger.account.paypal = false;
  expect((await setKeys(fakeKeys)).body.data.setup).toMatchObject({
    processor: 'stripe',
    openDiscrepancies: 1,
  });
  expect(await publicSettings()).toMatchObject({ paypalEnabled: false });
  expect((await call('DELETE', '/payments/keys', { token })).status).toBe(200);
});

test('prefers the environment’s keys, which cannot be changed on screen', async () => {
  const fixed = await openTestApp(database, stripe.settings);
  const body = (await fixed.call('GET', '/payments/setup', { token })).body.data.setup;
  expect(body).toMatchObject({ processor: 'stripe', source: 'environment' });
  expect((await fixed.call('PUT', '/payments/keys', { token, body: fakeKeys })).status).toBe(400);
  expect((await fixed.call('DELETE', '/payments/keys', { token })).status).toBe(400);
});
