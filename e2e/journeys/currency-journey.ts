import { gunzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { call } from '../plain-client.ts';
import { openBackOffice } from './back-office.ts';
import { addDevice, type Device } from './devices.ts';
import { expect, open, type Shop } from './journey.ts';
import { mailsTo } from './mails.ts';
import { addToCart, buyWhatIsInTheCart, field, newPerson, openCart } from './shopper.ts';

export type SaleInCurrency = {
  /** Country of the store, which proposes the currency and the format. */
  country: string;
  code: string;
  format: string;
  /** Price of the product, on the wire and as pages show it. */
  price: number;
  shown: string;
  /** Lowest price to filter by as it is typed, below `price` and above half of it. */
  lower: string;
  /** Price in a file that is no multiple of the step. */
  fine: string;
  /** Shipping rates as they are typed. */
  rates: { threshold: string; standard: string; express: string };
  /** Total of two with shipping and tax, and the refund of one. */
  total: string;
  refund: string;
};

type Visit = { page: Page; shop: Shop; sale: SaleInCurrency };

const otherCurrency = /\$|\bUSD\b|dollar/i;

/** Fails for a dollar in visible texts, attributes, the title or structured data of the page. */
async function expectNoDollars(page: Page): Promise<void> {
  const texts = await page.evaluate(() => [
    document.title,
    document.body.innerText,
    ...[...document.querySelectorAll('script[type="application/ld+json"]')].map(
      ({ textContent }) => textContent ?? '',
    ),
    ...[...document.querySelectorAll('body *, meta')].flatMap((element) =>
      element.matches('script, svg *') ? [] : [...element.attributes].map(({ value }) => value),
    ),
  ]);
  const found = texts.flatMap((text) => text.split('\n')).filter((line) => otherCurrency.test(line));
  expect(found, page.url()).toEqual([]);
}

async function save(page: Page): Promise<void> {
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  expect((await saved).status()).toBe(200);
}

/** Chooses the currency in a new shop, which then ships to the United States, and enters the amounts that the choice empties. */
export async function chooseCurrency({
  page,
  shop,
  sale: { country, code, format, rates },
}: Visit): Promise<void> {
  await openBackOffice(page, '/admin/settings?tab=general');
  await field(page, 'Propose for a store in').selectOption(country);
  await expect(page.getByText(`Filled in for ${country}.`)).toBeVisible();
  await expect(field(page, 'Currency')).toHaveValue(code);
  await expect(field(page, 'Dates and numbers')).toHaveValue(format);
  // The screen loads again in the new currency.
  const loaded = page.waitForEvent('load');
  await save(page);
  await loaded;
  await expectNoRates(page);
  await open(page, '/admin/settings?tab=shipping');
  const threshold = page.getByLabel('Free Shipping Threshold');
  await expect(threshold).toHaveValue('');
  await threshold.fill(rates.threshold);
  await page.getByLabel('Standard Shipping Rate').fill(rates.standard);
  await page.getByLabel('Express Shipping Rate').fill(rates.express);
  await page.getByRole('tab', { name: 'Payment' }).click();
  await page.getByLabel('Refund limit').fill('0');
  // The form leads to the last empty amount, on its own screen.
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await page.getByLabel('Labor per hour').fill('0');
  await save(page);
  await expectShipsThere(shop, country);
}

async function expectNoRates(page: Page): Promise<void> {
  const main = page.getByRole('main');
  await open(page, '/');
  await expect(main).toContainText('The store has not set its rates yet.');
  await open(page, '/shipping');
  await expect(main).toContainText('The store has not set its shipping rates yet, so it takes no orders.');
  await expect(main).not.toContainText('Free');
}

async function expectShipsThere({ url, adminToken: token }: Shop, country: string): Promise<void> {
  const { body } = await call(url, 'GET', '/settings', { token });
  expect(body.data.settings.shipTo).toEqual([country]);
  const shipTo = ['United States'];
  expect((await call(url, 'PUT', '/settings', { token, body: { shipTo } })).status).toBe(200);
}

/** Buys two of a product, reads every page and mail on the way, and refunds one. */
export async function sellAndRefund({ page, shop, sale }: Visit): Promise<void> {
  await call(shop.url, 'POST', '/categories', {
    token: shop.adminToken,
    body: { name: 'Smartphones', description: 'Phones.' },
  });
  const device = await addDevice(shop, {
    price: sale.price,
    originalPrice: sale.price * 2,
    images: ['/img/apple-touch-icon.png'],
  });
  for (const path of ['/', '/products', `/product/${device.slug}`, '/terms', '/shipping']) {
    await open(page, path);
    await expectNoDollars(page);
  }
  await filterAndMoveInFiles({ page, shop, sale }, device);
  await open(page, `/product/${device.slug}`);
  await expect(page.getByRole('main')).toContainText(sale.shown);
  await addToCart(page, device);
  await addToCart(page, device);
  const drawer = await openCart(page);
  await expect(drawer).toContainText(sale.total);
  await expectNoDollars(page);
  await open(page, '/checkout');
  await expectNoDollars(page);
  const person = newPerson();
  const number = await buyWhatIsInTheCart(page, person);
  await expect(page.getByRole('main')).toContainText(sale.total);
  await expectNoDollars(page);

  const token = shop.adminToken;
  const found = await call(shop.url, 'GET', `/orders/admin/all?search=${number}`, { token });
  const [order] = found.body.data.orders;
  await openBackOffice(page, `/admin/orders/${number}`);
  await expect(page.getByRole('main')).toContainText(sale.total);
  await expectNoDollars(page);
  const refund = await call(shop.url, 'POST', `/orders/${order.id}/refunds`, {
    token,
    body: { items: [{ product: device.id, quantity: 1 }] },
  });
  expect(refund.body.message ?? refund.text).toBeDefined();
  await expect
    .poll(async () => {
      const { body } = await call(shop.url, 'GET', `/orders/${order.id}/invoices`, { token });
      return body.data.invoices.length;
    })
    .toBe(2);
  await open(page, '/admin/invoices');
  await expect(page.getByRole('main')).toContainText(`-${sale.refund}`);
  for (const path of ['/admin/invoices', '/admin', '/admin/orders', '/admin/products', '/admin/lots']) {
    await open(page, path);
    await expectNoDollars(page);
  }
  await expectNoDollarsInFiles({ page, shop, sale }, person.email);
}

/** Filters by price, exports the product and imports it with another one, whose price has too many decimals. */
async function filterAndMoveInFiles({ page, shop, sale }: Visit, device: Device): Promise<void> {
  const cheap = await addDevice(shop, { price: sale.price / 2 });
  await open(page, '/products');
  const results = page.getByRole('main');
  await expect(results.getByRole('link', { name: cheap.name }).first()).toBeVisible();
  const lowest = page.getByLabel(/^Lowest price in/);
  await lowest.fill(sale.lower);
  await lowest.press('Tab');
  await expect(results.getByRole('link', { name: cheap.name })).toHaveCount(0);
  await expect(results.getByRole('link', { name: device.name }).first()).toBeVisible();
  await expectNoDollars(page);

  const token = shop.adminToken;
  const { text } = await call(shop.url, 'GET', `/product-exports?search=${device.name}`, { token });
  const [head = '', line = ''] = text.replace('\ufeff', '').split('\r\n');
  const cells = line.split(',');
  const at = head.split(',').indexOf('price');
  expect(Number(cells[at])).toBe(sale.price);
  const file = (price: string) => [head, cells.with(at, price).join(',')].join('\r\n');
  expect(await importFile(shop, file(sale.fine))).toMatchObject({ refused: 1 });
  expect(await importFile(shop, file(String(sale.price)))).toMatchObject({ refused: 0 });
}

/** Returns the counts of a file that was checked. */
async function importFile(shop: Shop, text: string) {
  const token = shop.adminToken;
  const form = new FormData();
  form.set('file', new Blob([text], { type: 'text/csv' }), 'products.csv');
  const sent = await call(shop.url, 'POST', '/product-imports', { token, body: form });
  expect(sent.status, sent.text).toBe(201);
  const { id } = sent.body.data.import;
  let checked = sent.body.data.import;
  await expect
    .poll(async () => {
      checked = (await call(shop.url, 'GET', `/product-imports/${id}`, { token })).body.data.import;
      return checked.state;
    })
    .toBe('checked');
  return checked.counts;
}

/** Reads mails, a feed, exports and the API reference. */
async function expectNoDollarsInFiles({ page, shop, sale }: Visit, email: string): Promise<void> {
  await expect.poll(async () => (await mailsTo(shop, email)).length).toBeGreaterThan(0);
  for (const { subject, html } of await mailsTo(shop, email)) {
    expect(`${subject} ${html.replace(/<style.*?<\/style>/gs, '')}`).not.toMatch(otherCurrency);
  }
  await open(page, '/admin/settings?tab=feeds');
  await page.getByRole('button', { name: 'Switch on the feed for Google Merchant Center' }).click();
  await expect(page.getByText(/\d products? · made on /)).toBeVisible();
  const feed = await fetch(`${shop.url}/feeds/google.xml.gz`);
  const xml = gunzipSync(Buffer.from(await feed.arrayBuffer())).toString();
  expect(xml).toContain(`${sale.code}</g:price>`);
  expect(xml).not.toMatch(otherCurrency);
  const reference = await fetch(`${shop.url}/api/openapi.json`);
  expect((await reference.json()).info.description).toContain(`numbers in ${sale.code} with at most`);
}
