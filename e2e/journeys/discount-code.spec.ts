import { call } from '../plain-client.ts';
import { openBackOffice, row } from './back-office.ts';
import { addDevice } from './devices.ts';
import { expect, open, test } from './journey.ts';
import { addToCart, fillAddress, goToCheckout, newPerson, payAtCheckout } from './shopper.ts';

const anyTime = {
  startsAt: new Date(0).toISOString(),
  oncePerCustomer: false,
  categories: [],
  conditions: [],
};

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
      ...anyTime,
      maxUses: 1,
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

test('staff add a code and take an order by phone with it; its use is counted, and it is ended', {
  tag: ['@discounts'],
}, async ({ page, shop }) => {
  const code = `CALL${crypto.randomUUID().slice(0, 6).toUpperCase()}`;
  const device = await addDevice(shop, { price: 200 });
  await openBackOffice(page, '/admin/discounts');
  await page.getByRole('button', { name: 'Add code' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add discount code' });
  await dialog.getByRole('button', { name: 'Add code' }).click();
  await expect(dialog.getByText('Use 3 to 32 letters, digits and hyphens')).toBeVisible();
  await dialog.getByLabel(/^Code/).fill(code.toLowerCase());
  await dialog.getByLabel('Gives').selectOption({ label: 'Amount off' });
  await dialog.getByLabel(/^Amount/).fill('$20');
  await dialog.getByLabel('Limit').fill('5');
  await dialog.getByRole('button', { name: 'Add code' }).click();
  await expect(row(page, code)).toContainText('$20.00 off');
  await expect(row(page, code)).toContainText('0 of 5');

  await open(page, '/admin/orders/new');
  await page.getByLabel('Find a product').fill(device.name);
  await page.getByRole('button', { name: /^Add/ }).first().click();
  await page.getByLabel('Discount code').fill(code);
  await page.getByLabel('Discount code').press('Enter');
  await expect(page.getByRole('button', { name: 'Place order $194.40' })).toBeVisible();
  await fillAddress(page, newPerson());
  await page.getByRole('button', { name: 'Place order $194.40' }).click();
  await expect(page.getByRole('main')).toContainText('-$20.00');

  await open(page, '/admin/discounts');
  await expect(row(page, code)).toContainText('1 of 5');
  await row(page, code)
    .getByRole('button', { name: `End ${code}` })
    .click();
  const ending = page.getByRole('dialog', { name: 'End discount code' });
  await ending.getByRole('button', { name: 'End discount code' }).click();
  await expect(row(page, code)).toContainText('Ended');
});
