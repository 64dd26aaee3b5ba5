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
  notice,
  orderNumber,
  payButton,
} from './shopper.ts';

test.use({ shopName: 'business-without-tax', viewport: { width: 390, height: 844 } });

const france = { country: 'France', state: '' } as const;

test('a French business buys at two rates in a German shop without tax, after a check', {
  tag: ['@orders', '@checkout', '@settings'],
}, async ({ page, shop, newVisitor, tolerate }) => {
  const { adminToken: token } = shop;
  await openGermanShop(shop, {
    shipTo: ['France', 'Germany'],
    ratesAbroad: [
      { ...france, basisPoints: 2000 },
      { ...france, basisPoints: 500, taxClass: 'reduced' },
    ],
  });
  const device = await addDevice(shop, { price: 120 });
  const reduced = await addDevice(shop, { price: 21, taxClass: 'reduced' });

  await test.step('the switch asks for the VAT number of the store', async () => {
    tolerate(/api\/settings: .*status of 400/);
    await openBackOffice(page, '/admin/settings?tab=payment');
    const save = () => page.getByRole('button', { name: 'Save Changes' }).click();
    await page.getByLabel('Sell without tax to businesses of other EU countries').check();
    await save();
    await expect(page.getByText('enter the VAT number of your store').last()).toBeVisible();
    await field(page, 'Tax ID').fill('DE136695976');
    await page.getByLabel('Words on invoices without tax').fill('Steuerfreie Lieferung, Art. 138');
    await save();
    await expect(notice(page, 'Settings saved successfully!')).toBeVisible();
  });

  const visitor = await newVisitor();
  const person = newPerson();
  await test.step('the checkout says why there is tax, and takes it off', async () => {
    await addToCart(visitor, device);
    await addToCart(visitor, reduced);
    await goToCheckout(visitor);
    await visitor.getByLabel('First name').fill(person.firstName);
    await visitor.getByLabel('Last name').fill(person.lastName);
    await visitor.getByLabel('Email').fill(person.email);
    await visitor.getByLabel('Phone').fill('+33 1 40 00 00 00');
    await visitor.getByLabel('Country').selectOption('France');
    await field(visitor, 'Address').fill('5 Rue Cuvier');
    await visitor.getByLabel('City').fill('Paris');
    await visitor.getByLabel('Postal code').fill('75005');
    await expect(payButton(visitor)).toHaveText(/147,00/);
    await visitor.getByText('Buying for a business?').click();
    await visitor.getByLabel('Company').fill('Radium SARL');
    const vatNumber = visitor.getByLabel('VAT number');
    await vatNumber.fill('DE136695976');
    await expect(visitor.getByText('With tax: this VAT number is of Germany')).toBeVisible();
    await expect(payButton(visitor)).toHaveText(/147,00/);
    await vatNumber.fill('FR 40 303 265 045');
    await expect(visitor.getByText('Without tax, as you buy for a business').last()).toBeVisible();
    // 120 / 1.2, 21 / 1.05 and 6 / 1.2.
    await expect(payButton(visitor)).toHaveText(/125,00/);
    await expectNoViolations(visitor, 'a checkout without tax');
  });

  await fillCard(visitor, goodCard);
  await payButton(visitor).click();
  await expect(heading(visitor, 'Thank you, your order is confirmed')).toBeVisible();
  const number = await orderNumber(visitor);
  await open(visitor, `/orders/${number}`);
  await expect(visitor.getByRole('main')).toContainText('No tax. We check your VAT number');

  await test.step('the order is held until staff have checked the number', async () => {
    await openBackOffice(page, `/admin/orders/${number}`);
    const exemption = page.getByRole('region', { name: 'Tax exemption' });
    await expect(exemption).toContainText('FR40303265045');
    await expect(page.getByRole('button', { name: 'Ship…' })).toBeHidden();
    await expectNoViolations(page, 'an order whose VAT number is not checked');
    await exemption.getByRole('button', { name: 'Number checked' }).click();
    await expect(exemption).toContainText('checked on');
    await expect(page.getByRole('button', { name: 'Ship…' })).toBeVisible();
    await visitor.reload();
    await expect(visitor.getByRole('main')).toContainText('Your VAT number was checked.');
  });

  await test.step('invoice and credit note of a partial refund are exact', async () => {
    const found = await call(shop.url, 'GET', `/orders/admin/all?search=${number}`, { token });
    const { id, items } = found.body.data.orders[0];
    const refund = { items: [{ product: items[0].product.id, quantity: 1 }], reason: 'Returned' };
    expect(
      (await call(shop.url, 'POST', `/orders/${id}/refunds`, { token, body: refund })).body.success,
    ).toBe(true);
    const { invoices } = (await call(shop.url, 'GET', `/orders/${id}/invoices`, { token })).body.data;
    expect(invoices).toMatchObject([
      {
        ...{ kind: 'invoice', amount: 125, tax: 0, exemption: 'Steuerfreie Lieferung, Art. 138' },
        ...{ store: { taxId: 'DE136695976' }, recipient: { vatNumber: 'FR40303265045' } },
      },
      { kind: 'credit-note', amount: 100, tax: 0, taxes: [{ basisPoints: 0, amount: 100, tax: 0 }] },
    ]);
    await open(visitor, `/orders/${number}?invoice=${invoices[0].number}`);
    const paper = visitor.getByRole('article').first();
    await expect(paper).toContainText('Steuerfreie Lieferung, Art. 138');
    await expect(paper).toContainText('DE136695976');
    await expect(paper).toContainText('FR40303265045');
  });
});
