import { call } from '../plain-client.ts';
import { expectNoViolations } from './accessibility.ts';
import { openBackOffice } from './back-office.ts';
import { addDevice, newEmail, stockOf } from './devices.ts';
import { expect, test, waitForHydration } from './journey.ts';

test('a draft with a custom line is saved, paid by its link, and refused after a change', {
  tag: ['@orders'],
}, async ({ page, shop, browser }) => {
  test.setTimeout(120_000);
  const device = await addDevice(shop, { price: 200 });
  await openBackOffice(page, '/admin/orders/drafts');
  await page.getByRole('link', { name: 'New draft' }).first().click();
  await page.getByLabel('Find a product').fill(device.name);
  await page.getByRole('button', { name: new RegExp(`^Add ${device.name}`) }).click();
  await page.getByLabel(`Price of ${device.name}`).fill('150');
  await page.getByRole('button', { name: 'Add custom line' }).click();
  await page.getByLabel('Name of the custom line').fill('Battery replaced');
  await page.getByLabel('Price of Battery replaced').fill('30');
  for (const [label, text] of [
    ['First name', 'Dana'],
    ['Last name', 'Draft'],
    ['Email', newEmail()],
    ['Phone', '555-0100'],
    ['Address', '1 Main St'],
    ['City', 'Portland'],
    ['ZIP', '97201'],
  ] as const) {
    await page
      .getByLabel(new RegExp(`^${label}`))
      .first()
      .fill(text);
  }
  const state = page.getByLabel(/^State/).first();
  if (await state.evaluate((field) => field.tagName === 'SELECT'))
    await state.selectOption({ label: 'Oregon' });
  else await state.fill('OR');
  await page.getByLabel('Discount').fill('10');
  await page.getByRole('button', { name: 'Save draft' }).click();
  const link = page.getByLabel('Link to pay');
  await expect(link).toHaveValue(/\/draft#token=.{40,}/);
  await expectNoViolations(page, 'a draft order');
  const address = await link.inputValue();
  expect(await stockOf(shop, device)).toBe(5);

  const customer = await (await browser.newContext()).newPage();
  await customer.goto(address);
  await waitForHydration(customer);
  const items = customer.getByRole('list', { name: 'Items' });
  await expect(items).toContainText('Battery replaced');
  await expectNoViolations(customer, 'an opened draft');

  await page.getByLabel('Price of Battery replaced').fill('40');
  await page.getByRole('button', { name: 'Save changes' }).click();
  // The notice of the first save may still be shown, the new subtotal is of the second.
  await expect(page.getByText('$190.00')).toBeVisible();
  await customer.getByRole('button', { name: /^Continue to pay/ }).click();
  await expect(customer.getByText(/^The store has changed this order\./)).toBeVisible();
  await expect(items).toContainText('$40.00');
  await customer.getByRole('button', { name: /^Continue to pay/ }).click();
  await expect(customer).toHaveURL(/\/orders\/MJ-/);
  await expect(customer.getByText('Battery replaced').first()).toBeVisible();
  expect(await stockOf(shop, device)).toBe(4);

  const number = new URL(customer.url()).pathname.split('/').pop() ?? '';
  const paid = await call(shop.url, 'POST', `/orders/${number}/payments`, {
    token: shop.adminToken,
    body: { method: 'cash' },
  });
  expect(paid.status, paid.text).toBeLessThan(300);
  await customer.goto(address);
  await customer.reload();
  await waitForHydration(customer);
  await customer.getByRole('button', { name: 'Go to your order' }).click();
  await expect(customer).toHaveURL(new RegExp(`/orders/${number}`));
  await openBackOffice(page, '/admin/orders/drafts');
  await expect(page.getByRole('row').filter({ hasText: number })).toContainText('Ordered');
  await customer.context().close();
});
