import { call } from '../plain-client.ts';
import { expectNoViolations } from './accessibility.ts';
import { openBackOffice } from './back-office.ts';
import { addDevice, newEmail } from './devices.ts';
import { expect, open } from './journey.ts';
import { mailsTo } from './mails.ts';
import { test } from './own-shop.ts';
import { addToCart, field, fillCard, goodCard, heading, notice, payButton, track } from './shopper.ts';

test.use({ shopName: 'counter', viewport: { width: 390, height: 844 } });

test('a customer from another country collects an order at the counter, on a phone', {
  tag: ['@settings', '@checkout', '@orders'],
}, async ({ page, shop, newVisitor }) => {
  const token = shop.adminToken;
  await call(shop.url, 'POST', '/categories', {
    token,
    body: { name: 'Smartphones', description: 'Phones' },
  });
  const device = await addDevice(shop, { price: 120 });
  const taxRates = [{ country: 'Germany', state: '', basisPoints: 1000 }];
  await call(shop.url, 'PUT', '/settings', {
    token,
    body: { taxBasisPoints: 0, shipTo: ['United States'], taxRates },
  });
  await openBackOffice(page);

  await test.step('the owner sets the counter up', async () => {
    await open(page, '/admin/settings?tab=zones');
    const section = page.getByRole('region', { name: 'Collect at the counter' });
    await section.getByRole('button', { name: 'Set up' }).click();
    const dialog = page.getByRole('dialog', { name: 'Collect at the counter' });
    await field(dialog, 'Address').fill('5 Market Square');
    await field(dialog, 'City').fill('Berlin');
    await dialog.getByLabel('Country').selectOption('Germany');
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await expect(dialog.getByText('Enter the opening hours')).toBeVisible();
    await field(dialog, 'Hours').fill('Monday to Friday 10 to 18');
    await field(dialog, 'Postal code').fill('10115');
    await field(dialog, 'Instructions (optional)').fill('Ring at the blue door.');
    await field(dialog, 'Charge').fill('3');
    await expectNoViolations(page, 'the dialog of the counter');
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await expect(notice(page, 'Counter saved')).toBeVisible();
    await expect(section).toContainText('Monday to Friday 10 to 18');
    await expect(section).toContainText('$3.00');
    await expect(section).toContainText('10115 Berlin');
  });

  const visitor = await newVisitor();
  const main = visitor.getByRole('main');
  const email = newEmail();
  await test.step('the cart of a country that is not served offers to collect', async () => {
    await addToCart(visitor, device);
    await open(visitor, '/cart');
    await field(main, 'Ship to').selectOption('Another country');
    await expect(main).toContainText('Or choose “Collect at the counter”.');
    await expect(main.getByRole('link', { name: 'Go to checkout' })).toBeHidden();
    await field(main, 'Ship to').selectOption('Collect at the counter');
    await expect(main).toContainText('5 Market Square, Berlin');
    await expect(main).toContainText('$135.00');
    await expectNoViolations(visitor, 'the cart of an order that is collected');
  });

  await test.step('the checkout asks for no address and charges the tax of the counter', async () => {
    await main.getByRole('link', { name: 'Go to checkout' }).click();
    await expect(main.getByRole('radio', { name: /Collect at the counter/ })).toBeChecked();
    await expect(main).toContainText('Monday to Friday 10 to 18');
    await expect(field(visitor, 'Address')).toBeHidden();
    await main.getByRole('radio', { name: 'Ship to an address' }).check();
    await expect(field(visitor, 'Address')).toBeVisible();
    await expect(payButton(visitor)).toHaveText(/\$120\.00/);
    await main.getByRole('radio', { name: /Collect at the counter/ }).check();
    await visitor.getByLabel('First name').fill('Aroha');
    await visitor.getByLabel('Last name').fill('Ngata');
    await visitor.getByLabel('Email').fill(email);
    await visitor.getByLabel('Phone').fill('+64 21 000 000');
    await fillCard(visitor, goodCard);
    await expect(payButton(visitor)).toHaveText(/\$135\.00/);
    await expectNoViolations(visitor, 'the checkout of an order that is collected');
    await payButton(visitor).click();
    await expect(heading(visitor, 'Thank you, your order is confirmed')).toBeVisible();
    await expect(main).toContainText('5 Market Square');
    await expect(main).toContainText('Monday to Friday 10 to 18');
    await expect(main).not.toContainText('Ships to');
    await expectNoViolations(visitor, 'the confirmation of an order that is collected');
  });

  const { body } = await call(shop.url, 'GET', `/orders/admin/all?search=${email}`, { token });
  const { orderNumber } = body.data.orders[0];
  await test.step('the desk makes it ready, without a carrier or a label', async () => {
    await open(page, `/admin/pack?order=${orderNumber}`);
    await expect(page.getByText('Collect at the counter').first()).toBeVisible();
    await expect(page.getByLabel('Tracking number')).toBeHidden();
    await expectNoViolations(page, 'the packing table of an order that is collected');
    await page.getByRole('button', { name: 'Ready to collect' }).click();
    await expect(page.getByText('This order is ready to collect.')).toBeVisible();
  });

  await test.step('the customer reads that it is ready, and where', async () => {
    await track(visitor, orderNumber, email);
    await expect(main.getByText('Ready to collect').first()).toBeVisible();
    await expect(main).toContainText('Monday to Friday 10 to 18');
    await expect(main).not.toContainText('Out for Delivery');
    await visitor.getByRole('link', { name: 'Open the order' }).click();
    await expect(heading(visitor, `Order ${orderNumber}`)).toBeVisible();
    await expect(main).toContainText('Ring at the blue door.');
    await expectNoViolations(visitor, 'an order that is ready to collect');
  });

  await test.step('the desk marks it as collected', async () => {
    await open(page, `/admin/orders/${orderNumber}`);
    await expect(page.getByRole('button', { name: 'Change parcel…' })).toBeHidden();
    await expectNoViolations(page, 'the page of an order that is collected');
    await page.getByRole('button', { name: 'Mark as collected' }).click();
    await expect(notice(page, 'Order status updated to collected')).toBeVisible();
    await visitor.reload();
    await expect(main.getByText('Collected', { exact: true }).first()).toBeVisible();
    await expect
      .poll(async () => (await mailsTo(shop, email)).map(({ subject }) => subject))
      .toContain(`Your order ${orderNumber} is confirmed`);
  });

  await test.step('a counter that is switched off is offered to nobody', async () => {
    await open(page, '/admin/settings?tab=zones');
    await page.getByRole('button', { name: 'Edit counter' }).click();
    const dialog = page.getByRole('dialog', { name: 'Collect at the counter' });
    await dialog.getByLabel('Offer it at the checkout').uncheck();
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('Not offered')).toBeVisible();
    await addToCart(visitor, device);
    await open(visitor, '/checkout');
    await expect(field(visitor, 'Address')).toBeVisible();
    await expect(main.getByText('Collect at the counter')).toBeHidden();
  });
});
