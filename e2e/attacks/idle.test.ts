import { type Browser, chromium } from '@playwright/test';
import { afterAll, beforeAll, expect } from 'vitest';
import { findBrowser } from '../find-browser.ts';
import { call, signIn } from '../plain-client.ts';
import { admin } from '../running-shop.ts';
import { attack } from './attack.ts';
import { type AttackedShop, openAttackedShop } from './attacked-shop.ts';

const minute = 60_000;

let shop: AttackedShop;
let browser: Browser;

beforeAll(async () => {
  shop = await openAttackedShop();
  browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] });
});

afterAll(async () => {
  await browser?.close();
  await shop?.stop();
});

attack('11', 'polls do not keep an idle administrator signed in', async (report) => {
  await shop.setClock(0);
  const token = await signIn(shop.url, admin);
  const working = await signIn(shop.url, admin);
  const poll = (bearer: string, headers: Record<string, string>) =>
    call(shop.url, 'GET', '/dashboard/stats', { token: bearer, headers });
  let answered = 0;
  for (let passed = 1; passed <= 30; passed++) {
    await shop.setClock(passed * minute);
    if ((await poll(token, { 'x-background': '1' })).status === 200) answered++;
    expect((await poll(working, {})).status).toBe(200);
  }
  await shop.setClock(31 * minute);
  expect((await poll(token, { 'x-background': '1' })).status).toBe(401);
  expect((await poll(token, {})).status).toBe(401);
  expect((await poll(working, {})).status).toBe(200);
  report(`${answered} polls in 30 minutes, then 401; a session in use goes on`);
});

attack('G11', 'an open dashboard without input signs out and says why', async (report) => {
  await shop.setClock(0);
  const page = await browser.newPage();
  await page.clock.install();
  await page.goto(`${shop.url}/login?from=/admin`);
  await page.getByLabel('Email').fill(admin.email);
  await page.getByLabel('Password').fill(admin.password);
  // The jumps of the clock below would time out a call that is still waiting for its response.
  const settled = page.waitForResponse('**/api/auth/me').then((response) => response.finished());
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  await settled;
  const token = (await page.evaluate(() => localStorage.getItem('auth-token'))) ?? '';
  const polls: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/')) polls.push(request.headers()['x-background']);
  });
  for (let passed = 1; passed <= 31; passed++) {
    await shop.setClock(passed * minute);
    await page.clock.runFor(minute);
    if (passed === 4) expect(polls.length).toBeGreaterThan(0);
  }
  await page.getByText('You were signed out because there was no activity').waitFor();
  expect(new URL(page.url()).pathname).toBe('/login');
  expect(polls.filter((mark) => mark === '1').length).toBeGreaterThan(0);
  expect((await call(shop.url, 'GET', '/dashboard/stats', { token })).status).toBe(401);
  await page.close();
  report(`${polls.length} calls of the page in 31 minutes, then the sign-in page and 401`);
});
