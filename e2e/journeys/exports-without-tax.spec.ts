import { call } from '../plain-client.ts';
import { expectNoViolations } from './accessibility.ts';
import { openBackOffice } from './back-office.ts';
import { addDevice } from './devices.ts';
import { openGermanShop } from './german-shop.ts';
import { expect, open } from './journey.ts';
import { test } from './own-shop.ts';
import {
  addToCart,
  field,
  fillCard,
  goodCard,
  goToCheckout,
  heading,
  newPerson,
  orderNumber,
  payButton,
} from './shopper.ts';

test.use({ shopName: 'exports-without-tax', viewport: { width: 390, height: 844 } });

test('a German shop sells to Switzerland without its tax, from the product page to the credit note', {
  tag: ['@orders', '@checkout', '@cart', '@settings'],
}, async ({ page, shop, newVisitor }) => {
  const { adminToken: token } = shop;
  await openGermanShop(shop, { shipTo: ['Germany', 'Switzerland'] });
  const device = await addDevice(shop, { price: 238 });
  const reduced = await addDevice(shop, { price: 21.4, taxClass: 'reduced' });

  await test.step('the owner switches it on for a zone', async () => {
    await openBackOffice(page, '/admin/settings?tab=zones');
    await page.getByRole('button', { name: 'Add zone' }).click();
    const dialog = page.getByRole('dialog');
    await field(dialog, 'Name').fill('Exports');
    await dialog.getByLabel('Switzerland').check();
    await field(dialog, 'Standard Shipping Rate').fill('23,80');
    await dialog.getByLabel('Take your tax off where the rate is 0').check();
    await expectNoViolations(page, 'a zone that takes the tax off');
    await dialog.getByRole('button', { name: 'Add zone' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: 'Exports' }).first()).toContainText(
      'Your tax comes off where the rate is 0',
    );
  });

  const visitor = await newVisitor();
  const main = visitor.getByRole('main');
  await test.step('cart and product page say it once the country is chosen', async () => {
    await addToCart(visitor, device);
    await addToCart(visitor, reduced);
    await open(visitor, '/cart');
    await expect(main).toContainText(/265,40/);
    await visitor.getByLabel('Ship to').selectOption('Switzerland');
    await expect(main).toContainText('Without tax, as your order goes to Switzerland');
    // 238 / 1.19 and 21.40 / 1.07, and 23.80 / 1.19 of shipping.
    for (const amount of ['200,00', '20,00', '220,00', '240,00']) await expect(main).toContainText(amount);
    await expectNoViolations(visitor, 'a cart without tax');
    await open(visitor, `/product/${device.slug}`);
    await expect(main).toContainText('Prices include tax, which comes off in the cart for Switzerland');
  });

  await test.step('the checkout charges the total of the cart', async () => {
    const person = newPerson();
    await goToCheckout(visitor);
    await visitor.getByLabel('First name').fill(person.firstName);
    await visitor.getByLabel('Last name').fill(person.lastName);
    await visitor.getByLabel('Email').fill(person.email);
    await visitor.getByLabel('Phone').fill('+41 44 000 00 00');
    await visitor.getByLabel('Country').selectOption('Germany');
    await expect(payButton(visitor)).toHaveText(/265,40/);
    await visitor.getByLabel('Country').selectOption('Switzerland');
    await field(visitor, 'Address').fill('Bahnhofstrasse 1');
    await visitor.getByLabel('City').fill('Zürich');
    await visitor.getByLabel('Postal code').fill('8001');
    await expect(visitor.getByRole('radio', { name: 'Standard' })).toBeVisible();
    await expect(visitor.getByText('20,00').last()).toBeVisible();
    await expect(payButton(visitor)).toHaveText(/240,00/);
    await expectNoViolations(visitor, 'a checkout of an export');
    await fillCard(visitor, goodCard);
    await payButton(visitor).click();
    await expect(heading(visitor, 'Thank you, your order is confirmed')).toBeVisible();
    await expect(main).toContainText('8001 Zürich');
    await expect(main).toContainText('200,00');
    await expect(main).not.toContainText('238,00');
  });

  await test.step('order, invoice and credit note have its amounts', async () => {
    const number = await orderNumber(visitor);
    const found = await call(shop.url, 'GET', `/orders/admin/all?search=${number}`, { token });
    const { id, items } = found.body.data.orders[0];
    const refund = { items: [{ product: items[0].product.id, quantity: 1 }], reason: 'Returned' };
    await call(shop.url, 'POST', `/orders/${id}/refunds`, { token, body: refund });
    const { invoices } = (await call(shop.url, 'GET', `/orders/${id}/invoices`, { token })).body.data;
    expect(invoices).toMatchObject([
      { kind: 'invoice', amount: 240, tax: 0, taxes: [{ basisPoints: 0, amount: 240, tax: 0 }] },
      { kind: 'credit-note', amount: 200, tax: 0 },
    ]);
    await open(visitor, `/orders/${number}?invoice=${invoices[0].number}`);
    await expect(visitor.getByRole('article').first()).toContainText(/240,00/);
    await openBackOffice(page, `/admin/orders/${number}`);
    await expect(page.getByRole('button', { name: 'Ship…' })).toBeVisible();
  });
});
