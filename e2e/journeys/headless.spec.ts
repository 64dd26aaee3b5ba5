import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { call } from '../plain-client.ts';
import { expect, type Shop } from './journey.ts';
import { test as ownShopTest } from './own-shop.ts';

// The website of examples/headless on an origin of its own, as its README serves it.

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };
const folder = new URL('../../examples/headless/', import.meta.url);

const test = ownShopTest.extend<{ site: string }>({
  site: async ({ shop }, use) => {
    const server = createServer(({ url = '/' }, response) => {
      const name = url === '/' ? 'index.html' : url.slice(1);
      const content =
        name === 'config.js' ? `export const shopUrl = '${shop.url}';` : readFileSync(new URL(name, folder));
      response.writeHead(200, { 'content-type': types[extname(name)] ?? 'text/plain' }).end(content);
    }).listen(0, 'localhost');
    await once(server, 'listening');
    await use(`http://localhost:${(server.address() as AddressInfo).port}`);
    server.close();
  },
});

// One shop for both: they change its list of websites.
test.describe.configure({ mode: 'default' });

const send = async (shop: Shop, method: string, path: string, body: unknown) => {
  const answer = await call(shop.url, method, path, { token: shop.adminToken, body });
  if (answer.status > 299) throw new Error(`${path}: ${answer.text}`);
  return answer.body.data;
};

/** Adds a phone with an image and returns its name. */
async function addPhone(shop: Shop): Promise<string> {
  const form = new FormData();
  const png = await sharp({ create: { width: 800, height: 1000, channels: 3, background: '#0a0' } })
    .png()
    .toBuffer();
  form.append('file', new Blob([new Uint8Array(png)]), 'phone.png');
  const { url } = await send(shop, 'POST', '/upload/single', form);
  const category = `Phones ${crypto.randomUUID()}`;
  await send(shop, 'POST', '/categories', { name: category, description: 'For a test' });
  const name = `Phone ${crypto.randomUUID().slice(0, 8)}`;
  const fields = { name, brand: 'Acme', category, price: 200, stockCount: 5, images: [url] };
  await send(shop, 'POST', '/products', fields);
  return name;
}

test('a website on another origin sells, takes payments and signs customers in', async ({
  page,
  shop,
  site,
  tolerate,
}) => {
  tolerate(/payments.*status of 402/);
  const name = await addPhone(shop);
  await send(shop, 'PUT', '/settings', { apiOrigins: [site] });

  await test.step('search a product and add it to the cart', async () => {
    await page.goto(site);
    await page.getByRole('searchbox', { name: 'Search products' }).fill(name);
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('link', { name }).click();
    const image = page.getByRole('img', { name });
    await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Add to cart' }).click();
    await expect(page.getByRole('status')).toHaveText(`${name} is in your cart.`);
  });

  await test.step('order it as a guest', async () => {
    await page.getByRole('link', { name: 'Cart (1)' }).click();
    // $200, above the threshold of free shipping, and 8 % tax.
    await expect(page.getByText('$216.00')).toBeVisible();
    await page.getByRole('link', { name: 'Check out' }).click();
    await fillAddress(page);
    await page.getByRole('button', { name: 'Place order' }).click();
    await expect(page.getByText('Waiting for payment')).toBeVisible();
  });

  await test.step('pay it after a declined card', async () => {
    await page.getByRole('combobox', { name: 'Test card' }).selectOption('A card that is declined');
    await page.getByRole('button', { name: 'Pay $216.00' }).click();
    await expect(page.getByRole('alert')).not.toBeEmpty();
    await page.getByRole('combobox', { name: 'Test card' }).selectOption('A card that works');
    await page.getByRole('button', { name: 'Pay $216.00' }).click();
    await expect(page.getByText(/, paid$/)).toBeVisible();
  });

  const heading = await page.getByRole('heading', { level: 1 }).innerText();
  const number = heading.replace('Order ', '');

  await test.step('find the order by its number and email address', async () => {
    await page.evaluate(() => localStorage.clear());
    await page.getByRole('link', { name: 'Track an order' }).click();
    await page.getByLabel('Order number').fill(number);
    await page.getByLabel('Email').fill('ada@example.com');
    await page.getByRole('button', { name: 'Track' }).click();
    await page.getByRole('link', { name: 'Open the order' }).click();
    await expect(page.getByRole('heading', { name: `Order ${number}` })).toBeVisible();
    await expect(page.getByText(/, paid$/)).toBeVisible();
  });

  await test.step('open an account, order as its customer, sign out and in again', async () => {
    const account = { email: `${crypto.randomUUID()}@example.com`, password: 'violet-lantern-7' };
    await page.getByRole('link', { name: 'Account' }).click();
    const register = page.locator('form', { has: page.getByRole('button', { name: 'Open an account' }) });
    await register.getByLabel('Name').fill('Ada Byron');
    await register.getByLabel('Email').fill(account.email);
    await register.getByLabel('Password').fill(account.password);
    await register.getByRole('button').click();
    await expect(page.getByText('You have no orders yet.')).toBeVisible();

    await page.goto(`${site}/#/?q=${encodeURIComponent(name)}`);
    await page.getByRole('link', { name }).click();
    await page.getByRole('button', { name: 'Add to cart' }).click();
    await page.getByRole('link', { name: 'Cart (1)' }).click();
    await page.getByRole('link', { name: 'Check out' }).click();
    await fillAddress(page);
    await page.getByRole('button', { name: 'Place order' }).click();
    await expect(page.getByText('Waiting for payment')).toBeVisible();

    await page.getByRole('link', { name: 'Account' }).click();
    await expect(page.getByText('pending, $216.00')).toBeVisible();
    await page.getByRole('button', { name: 'Sign out' }).click();
    const signIn = page.locator('form', { has: page.getByRole('button', { name: 'Sign in' }) });
    await signIn.getByLabel('Email').fill(account.email);
    await signIn.getByLabel('Password').fill(account.password);
    await signIn.getByRole('button').click();
    await expect(page.getByText('pending, $216.00')).toBeVisible();
  });
});

test('a website that is not listed reads nothing and says so', async ({ page, shop, site, tolerate }) => {
  tolerate(/blocked by CORS policy|Failed to load resource/);
  await send(shop, 'PUT', '/settings', { apiOrigins: ['https://www.example.com'] });
  await page.goto(site);
  await expect(page.getByText('The shop did not respond.')).toBeVisible();
});

async function fillAddress(page: Page): Promise<void> {
  const fields = {
    'First name': 'Ada',
    'Last name': 'Byron',
    Email: 'ada@example.com',
    Phone: '+1 555 010 0100',
    Address: '12 Main Street',
    City: 'Springfield',
    State: 'IL',
    'ZIP code': '62701',
  };
  for (const [label, text] of Object.entries(fields))
    await page.getByLabel(label, { exact: true }).fill(text);
}
