import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { constants, zstdCompressSync } from 'node:zlib';
import { chromium, expect } from '@playwright/test';
import { mailedSecrets } from '../../server/test/mailed-links.ts';
import { fakeKeys, openFakeStripe } from '../fake-stripe/fake-stripe.ts';
import { findBrowser } from '../find-browser.ts';
import {
  addToCart,
  fillAddress,
  fillCard,
  goodCard,
  goToCheckout,
  heading,
  payButton,
} from '../journeys/shopper.ts';
import { oneTimeCodeOf } from '../one-time-code.ts';
import { call, orderOf, signIn } from '../plain-client.ts';
import { admin, type RunningShop, runShop } from '../running-shop.ts';
import type { OldShop } from './old-shop.ts';

// `node e2e/old-shop/write-fixture.ts <checkout>` lets the shop of another checkout write the fixture, see README.md.

const checkout = resolve(process.argv[2] ?? '.');
const target = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const dataDir = mkdtempSync(join(tmpdir(), 'reprise-old-shop-'));
const customer = { name: 'Ada Byron', email: 'ada@example.com', password: 'Analytical-engine-1' };
const guest = { firstName: 'Grace', lastName: 'Murray', email: 'grace@example.com', password: '' };
const stripe = await openFakeStripe();
const start = (settings: Record<string, string> = {}) =>
  runShop({
    dataDir,
    checkout,
    freshDatabase: true,
    settings: { STRIPE_API_URL: stripe.url, ...settings },
  });

const first = await start();
const token = await signIn(first.url, admin);
const phone = await addDevice(first, 'Phone', 5);
const tablet = await addDevice(first, 'Tablet', 5);
const watch = await addDevice(first, 'Watch', 0);
const links = await mailLinks(first);
const stored = await fillBrowser(first);
await ok(first, 'PUT', '/payments/keys', { token, body: fakeKeys });
const twoFactorSecret = await setUpFactor(first);
expect(await first.stop()).toBe(0);

// A mail server that ends every connection leaves the mails of an order waiting.
const mailServer = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
await new Promise((listening) => mailServer.once('listening', listening));
const { port } = mailServer.address() as { port: number };
const second = await start({ SMTP_URL: `smtp://127.0.0.1:${port}` });
const { order: waiting } = await ok(second, 'POST', '/orders', {
  body: orderOf(tablet.id),
  key: crypto.randomUUID(),
});
const backup = target('311d1d6/shop.backup');
execFileSync(process.execPath, [join(checkout, 'server/src/shop.ts'), 'backup', backup], {
  env: { PATH: process.env.PATH, DATA_DIR: dataDir },
  stdio: 'inherit',
});
expect(await second.stop()).toBe(0);
mailServer.close();
await stripe.close();

const known: OldShop = {
  writtenAt: new Date().toISOString(),
  twoFactorSecret,
  customer: { email: customer.email, password: customer.password },
  guest: { email: guest.email, lastName: guest.lastName, inCart: tablet.name },
  links,
  waitingMail: { orderNumber: waiting.orderNumber, to: waiting.shippingAddress.email },
  localStorage: Object.fromEntries(stored.map(({ name, value }) => [name, value])),
};
writeFileSync(target('311d1d6/shop.json'), `${JSON.stringify(known, null, 2)}\n`);
const archive = execFileSync('tar', ['-c', '-C', dataDir, '--sort=name', '.'], { maxBuffer: 2 ** 30 });
// A window of 128 MB finds the three copies of the system catalogs.
const params = { [constants.ZSTD_c_compressionLevel]: 19, [constants.ZSTD_c_windowLog]: 27 };
writeFileSync(target('311d1d6/data-folder.tar.zst'), zstdCompressSync(archive, { params }));
rmSync(dataDir, { recursive: true, force: true });

async function ok(shop: RunningShop, method: string, path: string, options: Parameters<typeof call>[3]) {
  const answer = await call(shop.url, method, path, options);
  if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`);
  return answer.body.data;
}

async function addDevice(shop: RunningShop, name: string, stockCount: number) {
  const category = 'Phones';
  await call(shop.url, 'POST', '/categories', { token, body: { name: category, description: 'To call' } });
  const body = { name, price: 120, brand: 'Acme', category, stockCount };
  const { product } = await ok(shop, 'POST', '/products', { token, body });
  return product as { id: string; slug: string; name: string; price: number };
}

/** Lets the shop mail links that work once and links with a signature. */
async function mailLinks(shop: RunningShop): Promise<OldShop['links']> {
  await ok(shop, 'POST', '/auth/register', { body: customer });
  await ok(shop, 'POST', '/auth/forgot-password', { body: { email: customer.email } });
  const alert = { email: guest.email, kind: 'back-in-stock' };
  await ok(shop, 'POST', `/products/${watch.id}/alerts`, { body: alert });
  const links = { verify: '', reset: '', stopAlert: '' };
  await expect(async () => {
    links.verify = mailedSecrets(dataDir, customer.email, 'verify-email').at(-1) ?? '';
    links.reset = mailedSecrets(dataDir, customer.email, 'reset-password').at(-1) ?? '';
    links.stopAlert = mailedSecrets(dataDir, guest.email, 'alerts/stop').at(-1) ?? '';
    expect(Object.values(links)).not.toContain('');
  }).toPass();
  return links;
}

/** Leaves an order whose response was lost, and another product in the cart. */
async function fillBrowser(shop: RunningShop) {
  const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] });
  const context = await browser.newContext({ baseURL: shop.url });
  const page = await context.newPage();
  await addToCart(page, phone);
  await goToCheckout(page);
  await fillAddress(page, guest);
  await fillCard(page, goodCard);
  await context.route('**/api/orders**', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await payButton(page).click();
  await expect(heading(page, 'We are confirming your order')).toBeVisible({ timeout: 60_000 });
  await addToCart(await context.newPage(), tablet);
  const { origins } = await context.storageState();
  await browser.close();
  return origins[0]?.localStorage ?? [];
}

async function setUpFactor(shop: RunningShop): Promise<string> {
  const path = '/users/profile/two-factor';
  const { setup } = await ok(shop, 'POST', path, { token, body: { currentPassword: admin.password } });
  await ok(shop, 'POST', `${path}/confirm`, { token, body: { code: oneTimeCodeOf(setup.secret) } });
  return setup.secret;
}
