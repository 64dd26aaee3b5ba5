import { call } from '../plain-client.ts';
import { openBackOffice } from './back-office.ts';
import { addDevice } from './devices.ts';
import { expect, open } from './journey.ts';
import { taxTest as test } from './own-shop.ts';
import {
  addToCart,
  fillAddress,
  fillCard,
  goodCard,
  goToCheckout,
  newPerson,
  notice,
  orderNumber,
  payButton,
} from './shopper.ts';

test('the checkout adds the tax of the address, and that of the settings where nobody knows it', async ({
  page,
  shop,
  newVisitor,
}) => {
  const category = { name: 'Smartphones', description: 'Smartphones' };
  await call(shop.url, 'POST', '/categories', { token: shop.adminToken, body: category });
  const device = await addDevice(shop, { price: 200 });
  await openBackOffice(page, '/admin/settings?tab=payment');
  await page.getByLabel('Tax (%)').fill('5');
  await page.getByRole('checkbox', { name: 'Ask Stripe Tax for the rate of each address' }).check();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(notice(page, 'Settings saved successfully!')).toBeVisible();

  const visitor = await newVisitor();
  await addToCart(visitor, device);
  const summary = visitor.getByRole('main');
  await open(visitor, '/cart');
  await expect(summary).toContainText('The tax depends on your address; the checkout shows it.');
  await goToCheckout(visitor);
  await fillAddress(visitor, newPerson());
  await visitor.getByLabel('City').fill('Reno');
  await visitor.getByLabel('State').selectOption('Nevada');
  await visitor.getByLabel('ZIP code').fill('89501');
  await expect(summary).toContainText('$16.53');
  // The service knows no such place.
  await visitor.getByLabel('ZIP code').fill('00000');
  await expect(summary).toContainText('$10.00');
  await visitor.getByLabel('ZIP code').fill('89501');
  await expect(summary).toContainText('$16.53');
  await fillCard(visitor, goodCard);
  await payButton(visitor).click();
  const number = await orderNumber(visitor);
  const { body } = await call(shop.url, 'GET', `/orders/${number}`, { token: shop.adminToken });
  expect(body.data.order).toMatchObject({ tax: 16.53, total: 216.53, taxBasisPoints: 826.5 });
});
