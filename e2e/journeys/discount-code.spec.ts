import { call } from '../plain-client.ts';
import { addDevice } from './devices.ts';
import { expect, test } from './journey.ts';
import { addToCart, goToCheckout, newPerson, payAtCheckout } from './shopper.ts';

test('a guest pays less with a discount code, and a code that is used up is refused', {
  tag: ['@discounts', '@checkout'],
}, async ({ page, shop, tolerate }) => {
  tolerate(/status of (400|409)/);
  const code = `SPRING${crypto.randomUUID().slice(0, 6).toUpperCase()}`;
  const added = await call(shop.url, 'POST', '/discounts', {
    token: shop.adminToken,
    body: {
      code,
      type: 'percent',
      percent: 10,
      startsAt: new Date(0).toISOString(),
      maxUses: 1,
      oncePerCustomer: false,
      categories: [],
      conditions: [],
    },
  });
  expect(added.status, added.text).toBe(201);
  const device = await addDevice(shop, { price: 200 });
  await addToCart(page, device);
  await goToCheckout(page);
  const summary = page.getByRole('region', { name: 'Order summary' });
  await summary.getByLabel('Discount code').fill('NO-SUCH-CODE');
  await summary.getByRole('button', { name: 'Apply' }).click();
  await expect(summary.getByLabel('Discount code')).toHaveAttribute('aria-invalid', 'true');

  await summary.getByLabel('Discount code').fill(` ${code.toLowerCase()} `);
  await summary.getByRole('button', { name: 'Apply' }).click();
  await expect(summary.getByText(`Code ${code}`)).toBeVisible();
  await expect(summary).toContainText('-$20.00');
  await expect(summary).toContainText('$194.40');
  await summary.getByRole('button', { name: `Remove code ${code}` }).click();
  await expect(summary).toContainText('$216.00');
  await summary.getByLabel('Discount code').fill(code);
  await summary.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByRole('button', { name: 'Pay $194.40' })).toBeVisible();
  await payAtCheckout(page, newPerson());
  await expect(page.getByRole('main')).toContainText('$194.40');

  await addToCart(page, device);
  await goToCheckout(page);
  await summary.getByLabel('Discount code').fill(code);
  await summary.getByRole('button', { name: 'Apply' }).click();
  await expect(summary.getByLabel('Discount code')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByRole('button', { name: 'Pay $216.00' })).toBeVisible();
});
