import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, expect, type Page } from '@playwright/test';
import { afterAll, beforeAll, test } from 'vitest';
import { freePort } from '../../server/test/free-port.ts';
import { findBrowser } from '../find-browser.ts';
import {
  addToCart,
  fillAddress,
  fillCard,
  goodCard,
  goToCheckout,
  heading,
  newPerson,
  orderNumber,
  payButton,
  reload,
} from '../journeys/shopper.ts';
import { addProduct, call, orderOf, signIn } from '../plain-client.ts';
import { admin, type RunningShop, runShop } from '../running-shop.ts';

// A customer presses Pay and the shop is killed. At any time of the kill, with and without a page reload, the result
// is one order, or an error message and a full cart.

type Moment = 'before the order is sent' | 'after it is sent' | 'after it is stored';
type Story = { moment: Moment; reloads: boolean };

const moments: Moment[] = ['before the order is sent', 'after it is sent', 'after it is stored'];
const all = moments.flatMap((moment) => [false, true].map((reloads): Story => ({ moment, reloads })));
/**
 * `npm run test:all` kills at the point that is easiest to get wrong, `npm run test:faults` at every point.
 */
const stories = process.env.KILL_ROUNDS === undefined ? all.slice(-1) : all;

const dataDir = mkdtempSync(join(tmpdir(), 'reprise-killed-'));
let shop: RunningShop;
let token: string;
let browser: Browser;

beforeAll(async () => {
  shop = await runShop({ dataDir, port: await freePort() });
  token = await signIn(shop.url, admin);
  browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox', '--disable-gpu'] });
});

afterAll(async () => {
  await browser?.close();
  await shop?.kill();
  rmSync(dataDir, { recursive: true, force: true });
});

for (const story of stories) {
  test(`places one order when killed ${story.moment}${story.reloads ? ', after a reload' : ''}`, async () => {
    const { page, person, product } = await openCheckout();
    await payAndKill(page, story.moment);
    await expect(heading(page, 'We are confirming your order')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Cart, empty' })).toBeVisible();
    await reopen();
    if (story.reloads) await reload(page);

    await expect(heading(page, 'Your order is placed, the payment is still due')).toBeVisible({
      timeout: 30_000,
    });
    const number = await orderNumber(page);
    expect(await ordersBy(person.lastName)).toEqual([number]);
    expect(await stockOf(product)).toBe(4);
    await page.context().close();
  });
}

if (stories === all) {
  test('shows an error and a full cart when the last unit sells during the outage', async () => {
    const { page, person, product } = await openCheckout(1);
    await payAndKill(page, 'before the order is sent');
    await expect(heading(page, 'We are confirming your order')).toBeVisible();
    await page.context().setOffline(true);
    await reopen();
    expect((await call(shop.url, 'POST', '/orders', { body: orderOf(product) })).status).toBe(201);
    await page.context().setOffline(false);

    await expect(heading(page, 'Your order was not placed')).toBeVisible({ timeout: 30_000 });
    await expect(page.getByRole('button', { name: 'Cart, 1 item' })).toBeVisible();
    expect(await ordersBy(person.lastName)).toEqual([]);
    await page.context().close();
  });
}

async function openCheckout(stockCount = 5) {
  const product = await addProduct(shop.url, token, stockCount);
  const { slug, name, price } = (await call(shop.url, 'GET', `/products/${product}`)).body.data.product;
  const page = await browser.newPage({ baseURL: shop.url });
  const person = newPerson();
  await addToCart(page, { id: product, slug, name, price });
  await goToCheckout(page);
  await fillAddress(page, person);
  await fillCard(page, goodCard);
  return { page, person, product };
}

async function payAndKill(page: Page, moment: Moment): Promise<void> {
  if (moment === 'before the order is sent') {
    await shop.kill();
    await payButton(page).click();
  } else if (moment === 'after it is sent') {
    // A stopped process lets the kernel accept the request and never reads it.
    process.kill(shop.pid, 'SIGSTOP');
    const sent = page.waitForRequest(isOrder);
    await payButton(page).click();
    await sent;
    await shop.kill();
  } else {
    const stored = Promise.withResolvers<void>();
    await page.route('**/api/orders', async (route) => {
      if (!isOrder(route.request())) return route.continue();
      expect((await route.fetch()).status()).toBe(201);
      await shop.kill();
      await route.abort();
      stored.resolve();
    });
    await payButton(page).click();
    await stored.promise;
    await page.unroute('**/api/orders');
  }
}

const isOrder = (request: { method: () => string; url: () => string }) =>
  request.method() === 'POST' && request.url().endsWith('/api/orders');

/** Opens the shop on the same port with its data. */
async function reopen(): Promise<void> {
  shop = await runShop({ dataDir, port: Number(new URL(shop.url).port) });
}

async function ordersBy(name: string): Promise<string[]> {
  const { body } = await call(shop.url, 'GET', `/orders/admin/all?search=${name}`, { token });
  return body.data.orders.map((order: { orderNumber: string }) => order.orderNumber);
}

async function stockOf(product: string): Promise<number> {
  return (await call(shop.url, 'GET', `/products/${product}`)).body.data.product.stockCount;
}
