import { call } from '../plain-client.ts';
import { addDevice } from './devices.ts';
import { expect, open } from './journey.ts';
import { test } from './own-shop.ts';
import { addToCart, fillAddress, heading, newPerson } from './shopper.ts';

test('a code that covers the whole order survives a reload and needs no card', {
  tag: ['@discounts', '@checkout'],
}, async ({ page, shop }) => {
  const set = await call(shop.url, 'PUT', '/settings', {
    token: shop.adminToken,
    body: { standardShippingRate: 0 },
  });
  expect(set.status, set.text).toBe(200);
  const code = `FREE${crypto.randomUUID().slice(0, 6).toUpperCase()}`;
  const added = await call(shop.url, 'POST', '/discounts', {
    token: shop.adminToken,
    body: {
      code,
      type: 'percent',
      percent: 100,
      startsAt: new Date(0).toISOString(),
      oncePerCustomer: false,
      categories: [],
      conditions: [],
    },
  });
  expect(added.status, added.text).toBe(201);
  const category = await call(shop.url, 'POST', '/categories', {
    token: shop.adminToken,
    body: { name: 'Phones', description: 'Phones' },
  });
  expect(category.status, category.text).toBe(201);
  const device = await addDevice(shop, { price: 200, category: category.body.data.category.id });
  await addToCart(page, device);
  await open(page, '/checkout');
  const summary = page.getByRole('region', { name: 'Order summary' });
  await summary.getByLabel('Discount code').fill(code);
  await summary.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByRole('button', { name: 'Place order' })).toBeVisible();
  await page.reload();
  await expect(summary.getByText(`Code ${code}`)).toBeVisible();
  await expect(page.getByLabel('Card number')).toHaveCount(0);
  await fillAddress(page, newPerson());
  await page.getByRole('button', { name: 'Place order' }).click();
  await expect(heading(page, 'Thank you, your order is confirmed')).toBeVisible();
});
