import type { Page } from '@playwright/test';
import { addDevice, placeOrderByApi } from '../journeys/devices.ts';
import { expect, open, type Shop, test } from '../journeys/journey.ts';
import { addToCart, newPerson, register } from '../journeys/shopper.ts';
import { call } from '../plain-client.ts';

// Texts of people and of an owner may contain words longer than a screen; no page may become wider for them.

const widths = [390, 1440];

test('a long word makes no page wider than the screen', async ({ page, shop, newVisitor }) => {
  const lastName = longWord('Name', 80);
  const person = { ...newPerson(), lastName };
  await register(page, person);
  const token = await page.evaluate(() => localStorage.getItem('auth-token') ?? '');
  const { product, order } = await fillShop(shop, token, person.email);
  await addToCart(page, product);

  const category = encodeURIComponent(longCategory);
  await expectToFit(page, [
    `/product/${product.slug}`,
    `/products?category=${category}`,
    `/products?category=${category}&view=list`,
    `/products?search=${'x'.repeat(150)}`,
    '/search?q=Extraordinarily',
    '/categories',
    '/',
    '/cart',
    '/checkout',
    `/compare?ids=${product.id}`,
    '/orders',
    `/orders/${order.id}`,
    `/track?tracking=${longTracking}`,
    '/profile',
  ]);

  const owner = await newVisitor();
  await owner.addInitScript((token) => localStorage.setItem('auth-token', token), shop.adminToken);
  await expectToFit(owner, [
    '/admin',
    '/admin/products',
    '/admin/categories',
    '/admin/orders',
    `/admin/orders/${order.id}`,
    '/admin/users',
    '/admin/reviews',
    '/admin/audit',
  ]);
});

function longWord(end: string, length: number): string {
  return `Extraordinarily${'w'.repeat(length)}`.slice(0, length - end.length) + end;
}

const longCategory = longWord('Category', 60);
const longTracking = 'T'.repeat(60);

/** Creates a category, a product, a delivered order and a review of long words. */
async function fillShop(shop: Shop, token: string, email: string) {
  await call(shop.url, 'POST', '/categories', {
    token: shop.adminToken,
    body: { name: longCategory, description: longWord('Text', 200) },
  });
  const product = await addDevice(shop, {
    name: longWord('Product', 150),
    brand: longWord('Brand', 80),
    category: longCategory,
    features: [longWord('Feature', 150)],
    specifications: { [longWord('Label', 60)]: longWord('Value', 150) },
  });
  const order = await placeOrderByApi(shop, product, { token, email });
  for (const body of [{ status: 'shipped', trackingNumber: longTracking }, { status: 'delivered' }])
    await call(shop.url, 'PUT', `/orders/${order.id}/status`, { token: shop.adminToken, body });
  const { status } = await call(shop.url, 'POST', `/products/${product.id}/reviews`, {
    token,
    body: { rating: 4, title: longWord('Title', 100), text: longWord('Text', 900) },
  });
  expect(status).toBe(201);
  return { product, order };
}

async function expectToFit(page: Page, addresses: string[]): Promise<void> {
  for (const address of addresses) {
    await open(page, address);
    await page.waitForLoadState('networkidle');
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      const content = await page.evaluate(() => document.documentElement.scrollWidth);
      expect.soft(content, `${address} at ${width} px`).toBe(width);
    }
  }
}
