import type { APIRequestContext } from '@playwright/test';
import { call } from '../plain-client.ts';
import { addDevice } from './devices.ts';
import { expect, open } from './journey.ts';
import { test } from './own-shop.ts';
import { addToCart } from './shopper.ts';

type Claims = {
  returnDays: number;
  warrantyDays: number;
  freeShippingThreshold: number;
  standardShippingRate: number;
  expressShippingRate: number;
};

/** Figures that no page has for another reason. */
const first = { returnDays: 41, warrantyDays: 73, freeShippingThreshold: 837 };
const second = { returnDays: 47, warrantyDays: 79, freeShippingThreshold: 853 };
const firstRates = { standardShippingRate: 6.43, expressShippingRate: 17.29 };
const secondRates = { standardShippingRate: 7.41, expressShippingRate: 18.37 };

/** Returns the claims of these settings as pages write them. */
const claimsOf = (settings: Claims): RegExp[] => [
  new RegExp(`\\b${settings.returnDays}[- ]days?\\b`),
  new RegExp(`\\b${settings.warrantyDays}[- ]days?\\b`),
  new RegExp(`\\$${settings.freeShippingThreshold}\\b`),
  new RegExp(`\\$${settings.standardShippingRate}\\b`),
  new RegExp(`\\$${settings.expressShippingRate}\\b`),
];

const textOf = (html: string) =>
  html
    .replace(/<script.*?<\/script>/gs, '')
    .replace(/<!--.*?-->/gs, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');

/** Returns the text of every page that links lead to from the home page, by path. */
async function crawl(request: APIRequestContext): Promise<Map<string, string>> {
  const pages = new Map<string, string>();
  const paths = ['/'];
  for (let path = paths.shift(); path !== undefined; path = paths.shift()) {
    if (pages.has(path)) continue;
    const html = await (await request.get(path)).text();
    pages.set(path, textOf(html));
    for (const [, link = ''] of html.matchAll(/<a [^>]*href="(\/[^"#?]*)/g))
      if (!/^\/(admin|api|media|assets)\b/.test(link)) paths.push(link);
  }
  return pages;
}

test('warranty, returns and shipping are claimed as the settings say, on every page', {
  tag: ['@settings', '@cart'],
}, async ({ page, shop }) => {
  const save = (body: Claims) => call(shop.url, 'PUT', '/settings', { token: shop.adminToken, body });
  const category = { name: 'Smartphones', description: 'Phones' };
  await call(shop.url, 'POST', '/categories', { token: shop.adminToken, body: category });
  const device = await addDevice(shop);
  await save({ ...first, ...firstRates });

  await test.step('pages that links lead to', async () => {
    const before = [...(await crawl(page.request)).values()].join(' ');
    for (const claim of claimsOf({ ...first, ...firstRates })) expect(before).toMatch(claim);
    await save({ ...second, ...secondRates });
    const pages = await crawl(page.request);
    expect(pages.size).toBeGreaterThan(10);
    const after = [...pages.values()].join(' ');
    for (const claim of claimsOf({ ...second, ...secondRates })) expect(after).toMatch(claim);
    for (const claim of claimsOf({ ...first, ...firstRates }))
      for (const [path, text] of pages) expect([path, text.match(claim)?.[0]]).toEqual([path, undefined]);
  });

  await test.step('cart and checkout', async () => {
    await addToCart(page, device);
    for (const path of ['/cart', '/checkout']) {
      await open(page, path);
      await expect(page.getByRole('main')).toContainText(`within ${second.returnDays} days`);
      await save({ ...first, ...firstRates });
      await open(page, path);
      await expect(page.getByRole('main')).toContainText(`within ${first.returnDays} days`);
      await save({ ...second, ...secondRates });
    }
  });
});
