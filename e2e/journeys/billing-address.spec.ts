import { call } from '../plain-client.ts';
import { openBackOffice } from './back-office.ts';
import { addDevice } from './devices.ts';
import { expect } from './journey.ts';
import { test } from './own-shop.ts';
import {
  addToCart,
  fillAddress,
  fillCard,
  goodCard,
  goToCheckout,
  heading,
  newPerson,
  orderNumber,
  payButton,
} from './shopper.ts';

test.use({ shopName: 'billing-address', viewport: { width: 390, height: 844 } });

test('a business abroad buys on a phone and is the customer of the invoice', {
  tag: ['@orders', '@checkout'],
}, async ({ page, shop, newVisitor, tolerate }) => {
  const token = shop.adminToken;
  const body = { name: 'Smartphones', description: 'Smartphones' };
  expect((await call(shop.url, 'POST', '/categories', { token, body })).status).toBeLessThan(300);
  const visitor = await newVisitor();
  await addToCart(visitor, await addDevice(shop, { price: 119 }));
  await goToCheckout(visitor);
  await fillAddress(visitor, newPerson());
  await fillCard(visitor, goodCard);
  const billing = visitor
    .getByRole('region')
    .or(visitor.locator('section'))
    .filter({
      has: visitor.getByRole('heading', { name: 'Billing', exact: true }),
    });
  const section = billing.last();

  await test.step('the billing address has the form of its country', async () => {
    await section.getByLabel('Billing address same as shipping').uncheck();
    await section.getByLabel('Country').selectOption('Germany');
    await expect(section.getByLabel('State or province')).toBeHidden();
    await section.getByLabel('Address*', { exact: true }).fill('Unter den Linden 5');
    await section.getByLabel('City').fill('Berlin');
    await section.getByLabel('Postal code').fill('10117');
  });

  await test.step('a VAT number with a wrong check digit is refused at its field', async () => {
    tolerate(/status of 400/);
    await section.getByText('Buying for a business?').click();
    await section.getByLabel('Company').fill('Radium GmbH');
    await section.getByLabel('VAT number').fill('DE 136 695 977');
    await payButton(visitor).click();
    await expect(section.getByText('The check digits of this VAT number do not match.')).toBeVisible();
    await expect(section.getByLabel('VAT number')).toBeFocused();
  });

  await section.getByLabel('VAT number').fill('DE 136 695 976');
  await payButton(visitor).click();
  await expect(heading(visitor, 'Thank you, your order is confirmed')).toBeVisible();
  const number = await orderNumber(visitor);

  await test.step('the desk and the invoice name the business', async () => {
    await openBackOffice(page, `/admin/orders/${number}`);
    const main = page.getByRole('main');
    await expect(main).toContainText('Billed to');
    await expect(main).toContainText('VAT number DE136695976');
    const found = await call(shop.url, 'GET', `/orders/admin/all?search=${number}`, { token });
    const { invoices } = (
      await call(shop.url, 'GET', `/orders/${found.body.data.orders[0].id}/invoices`, { token })
    ).body.data;
    const recipient = { company: 'Radium GmbH', city: 'Berlin', isShippedElsewhere: true };
    expect(invoices).toMatchObject([{ kind: 'invoice', recipient }]);
  });

  await test.step('the desk corrects the business, and the invoice is issued again', async () => {
    const main = page.getByRole('main');
    await main.getByRole('button', { name: 'Change billing' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change billing' });
    await expect(dialog).toContainText('The invoice is credited and issued again');
    await dialog.getByLabel('VAT number').fill('DE 136 695 977');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('The check digits of this VAT number do not match.').first()).toBeVisible();
    await dialog.getByLabel('VAT number').fill('FR 40 303 265 045');
    await dialog.getByLabel('Company').fill('Radium SARL');
    await dialog.getByRole('button', { name: 'Save' }).dblclick();
    await expect(dialog).toBeHidden();
    await expect(main).toContainText('VAT number FR40303265045');
    const found = await call(shop.url, 'GET', `/orders/admin/all?search=${number}`, { token });
    const { invoices } = (
      await call(shop.url, 'GET', `/orders/${found.body.data.orders[0].id}/invoices`, { token })
    ).body.data;
    expect(invoices).toMatchObject([
      { kind: 'invoice', recipient: { company: 'Radium GmbH' } },
      { kind: 'credit-note', recipient: { company: 'Radium GmbH' } },
      { kind: 'invoice', recipient: { company: 'Radium SARL' } },
    ]);
  });
});
