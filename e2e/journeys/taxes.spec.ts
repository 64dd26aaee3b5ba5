import { call } from '../plain-client.ts';
import { expectNoViolations } from './accessibility.ts';
import { openBackOffice } from './back-office.ts';
import { addDevice } from './devices.ts';
import { expect, open } from './journey.ts';
import { test } from './own-shop.ts';
import {
  addToCart,
  fillAddress,
  fillCard,
  goodCard,
  goToCheckout,
  heading,
  newPerson,
  notice,
  orderNumber,
  payButton,
} from './shopper.ts';

test.use({ shopName: 'taxes' });

test('the tax follows the address, and is a part of prices that include it', {
  tag: ['@settings'],
}, async ({ page, shop, newVisitor, tolerate }) => {
  tolerate(/api\/orders: .*status of 409/);
  const category = { name: 'Smartphones', description: 'Smartphones' };
  await call(shop.url, 'POST', '/categories', { token: shop.adminToken, body: category });
  const device = await addDevice(shop, { price: 120 });
  const untaxed = await addDevice(shop, { price: 10, taxClass: 'none' });
  await openBackOffice(page);
  const save = async () => {
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(notice(page, 'Settings saved successfully!')).toBeVisible();
  };

  await test.step('the owner enters the tax of places, a mistake is shown at the field', async () => {
    await open(page, '/admin/settings?tab=payment');
    await page.getByLabel('Tax (%)').fill('0');
    const places = page.getByLabel('Tax of countries and states');
    await places.fill('Oregon: 5');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(page.getByText('Enter each line as United States, California: 7.25')).toBeVisible();
    await places.fill('United States, California: 10\nUnited Kingdom: 20');
    await save();
    await expectNoViolations(page, 'the taxes of places');
  });

  const visitor = await newVisitor();
  await test.step('the total at the checkout changes with the address', async () => {
    await addToCart(visitor, device);
    await addToCart(visitor, untaxed);
    await goToCheckout(visitor);
    await fillAddress(visitor, newPerson());
    await expect(payButton(visitor)).toHaveText(/\$130\.00/);
    await visitor.getByLabel('State').selectOption('California');
    await expect(payButton(visitor)).toHaveText(/\$142\.00/);
    await visitor.getByLabel('Country').selectOption('United Kingdom');
    await expect(payButton(visitor)).toHaveText(/\$154\.00/);
  });

  await test.step('a rate that changes at the checkout is shown before anything is charged', async () => {
    await fillCard(visitor, goodCard);
    const setRate = async (basisPoints: number) => {
      const taxRates = [{ country: 'United Kingdom', state: '', basisPoints }];
      const body = { taxRates };
      expect((await call(shop.url, 'PUT', '/settings', { token: shop.adminToken, body })).status).toBe(200);
    };
    await setRate(2500);
    await payButton(visitor).click();
    await expect(visitor.getByText('The total has changed: it is now $160.00.')).toBeVisible();
    await expect(payButton(visitor)).toHaveText(/\$160\.00/);
    const { body } = await call(shop.url, 'GET', '/orders/admin/all', { token: shop.adminToken });
    expect(body.data.orders).toEqual([]);
    await setRate(2000);
  });

  await test.step('prices that include the tax stay the same, and the order says what is in them', async () => {
    const settings = { pricesIncludeTax: true };
    expect(
      (await call(shop.url, 'PUT', '/settings', { token: shop.adminToken, body: settings })).status,
    ).toBe(200);
    // The address is remembered.
    await goToCheckout(visitor);
    await expect(payButton(visitor)).toHaveText(/\$130\.00/);
    const summary = visitor.getByRole('region', { name: 'Order summary' });
    await expect(summary).toContainText('Tax in the total$20.00');
    await expectNoViolations(visitor, 'a checkout whose prices include tax');
    await fillCard(visitor, goodCard);
    await payButton(visitor).click();
    await expect(heading(visitor, 'Thank you, your order is confirmed')).toBeVisible();
    await open(visitor, `/orders/${await orderNumber(visitor)}`);
    await expect(visitor.getByRole('main')).toContainText('Tax in the total$20.00');
  });
});
