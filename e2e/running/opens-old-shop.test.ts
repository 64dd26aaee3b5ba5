import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, expect } from '@playwright/test';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { type FakeStripe, openFakeStripe } from '../fake-stripe/fake-stripe.ts';
import { findBrowser } from '../find-browser.ts';
import { openCart } from '../journeys/shopper.ts';
import { oldBackup, oldLocalStorage, oldShop, unpackOldShop } from '../old-shop/old-shop.ts';
import { oneTimeCodeOf } from '../one-time-code.ts';
import { call, signIn } from '../plain-client.ts';
import { admin, type RunningShop, runShop } from '../running-shop.ts';

// A data folder, a backup and a browser profile that commit 311d1d6 wrote, opened by this version.

let stripe: FakeStripe;
beforeAll(async () => {
  stripe = await openFakeStripe();
});
afterAll(() => stripe?.close());

const openShop = (dataDir: string) =>
  runShop({ dataDir, freshDatabase: true, settings: { STRIPE_API_URL: stripe.url, OPEN: '0' } });

async function signInWithCode({ url }: RunningShop): Promise<string> {
  const { body } = await call(url, 'POST', '/auth/login', { body: admin });
  const { twoFactorToken } = body;
  const code = oneTimeCodeOf(oldShop.twoFactorSecret);
  const answer = await call(url, 'POST', '/auth/two-factor', { body: { twoFactorToken, code } });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data.token;
}

async function checkPaymentKeys({ url }: RunningShop, token: string): Promise<void> {
  const requests = stripe.requests.length;
  const answer = await call(url, 'POST', '/payments/keys/check', { token, body: {} });
  expect(answer.status, answer.text).toBe(200);
  expect(stripe.requests.length).toBeGreaterThan(requests);
}

/** Waits until the mail of the queue is in the mailbox, once. */
async function expectWaitingMail({ url }: RunningShop, token: string): Promise<void> {
  const { orderNumber, to } = oldShop.waitingMail;
  await expect(async () => {
    const path = `/notifications/mails?search=${encodeURIComponent(to)}`;
    const { mails } = (await call(url, 'GET', path, { token })).body.data;
    const subjects = mails.map((mail: { subject: string }) => mail.subject);
    expect(subjects.filter((subject: string) => subject.includes(orderNumber))).toHaveLength(1);
  }).toPass({ timeout: 90_000 });
}

async function stopAlert({ url }: RunningShop): Promise<void> {
  const answer = await call(url, 'DELETE', `/alerts/${oldShop.links.stopAlert}`);
  expect(answer.status, answer.text).toBe(200);
}

describe('a data folder', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'reprise-opened-'));
  let shop: RunningShop;
  let browser: Browser;
  let token: string;

  beforeAll(async () => {
    await unpackOldShop(dataDir);
    shop = await openShop(dataDir);
    token = await signInWithCode(shop);
    browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] });
  });

  afterAll(async () => {
    await browser?.close();
    await shop?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  test('keeps payment keys readable', () => checkPaymentKeys(shop, token));

  test('keeps mailed links working', async () => {
    await stopAlert(shop);
    const { links, customer } = oldShop;
    const body = { token: links.verify };
    const own = await signIn(shop.url, customer);
    const verified = await call(shop.url, 'POST', '/auth/verify-email', { token: own, body });
    expect(verified.status, verified.text).toBe(200);
    const password = 'Difference-engine-2';
    const reset = await call(shop.url, 'POST', '/auth/reset-password', {
      body: { token: links.reset, password },
    });
    expect(reset.status, reset.text).toBe(200);
    await signIn(shop.url, { email: customer.email, password });
  });

  test('has the mail of a waiting job sent once', () => expectWaitingMail(shop, token));

  test('places the waiting order of a browser once and keeps its cart', async () => {
    const origins = [{ origin: shop.url, localStorage: oldLocalStorage() }];
    const context = await browser.newContext({ storageState: { cookies: [], origins } });
    const page = await context.newPage();
    await page.goto(shop.url);
    const notice = page.getByText(/Order MJ-\w+ is placed but not paid yet/);
    const text = await notice.innerText({ timeout: 60_000 });
    await expect((await openCart(page)).getByRole('link', { name: oldShop.guest.inCart })).toBeVisible();
    const path = `/orders/admin/all?search=${oldShop.guest.lastName}`;
    const { orders } = (await call(shop.url, 'GET', path, { token })).body.data;
    expect(orders).toHaveLength(1);
    expect(text).toContain(orders[0].orderNumber);
    await context.close();
  });

  test('passes the integrity checks', async () => {
    const { body } = await call(shop.url, 'POST', '/integrity/checks', { token, body: {} });
    expect(body.data.check.broken).toEqual([]);
  });
});

test('a backup restores with two-factor sign-in, payment keys, mailed links and jobs', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'reprise-restored-'));
  const program = fileURLToPath(new URL('../../server/src/cli/shop.ts', import.meta.url));
  execFileSync(process.execPath, [program, 'restore', oldBackup], {
    env: { PATH: process.env.PATH, ENV_FILE: '/dev/null', DATA_DIR: dataDir },
  });
  const shop = await openShop(dataDir);
  const token = await signInWithCode(shop);
  await checkPaymentKeys(shop, token);
  await stopAlert(shop);
  await expectWaitingMail(shop, token);
  await shop.stop();
  rmSync(dataDir, { recursive: true, force: true });
});
