import { call } from '../plain-client.ts';
import { expectNoViolations } from './accessibility.ts';
import { openBackOffice } from './back-office.ts';
import { addDevice } from './devices.ts';
import { expect, open } from './journey.ts';
import { test } from './own-shop.ts';
import {
  addToCart,
  field,
  fillAddress,
  fillCard,
  goodCard,
  heading,
  newPerson,
  notice,
  payButton,
} from './shopper.ts';

test.use({ shopName: 'zones', viewport: { width: 390, height: 844 } });

test('a shop in the US ships to Germany at rates of its own, on a phone', {
  tag: ['@settings', '@checkout'],
}, async ({ page, shop, tolerate, newVisitor }) => {
  tolerate(/api\/orders: .*status of 409/);
  const token = shop.adminToken;
  const save = (body: object) => call(shop.url, 'PUT', '/settings', { token, body });
  await call(shop.url, 'POST', '/categories', {
    token,
    body: { name: 'Smartphones', description: 'Phones' },
  });
  const device = await addDevice(shop, { price: 120 });
  await save({ taxBasisPoints: 0, shipTo: ['United States', 'Germany', 'France'] });
  await openBackOffice(page);

  await test.step('the owner adds a zone; a faulty amount is shown at its field', async () => {
    await open(page, '/admin/settings?tab=zones');
    await expect(page.getByRole('listitem').filter({ hasText: 'Everywhere else' })).toContainText('Germany');
    await page.getByRole('button', { name: 'Add zone' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Add zone' }).click();
    await expect(dialog.getByText('Choose at least one country')).toBeVisible();
    await field(dialog, 'Name').fill('Europe');
    await dialog.getByLabel('Germany').check();
    await field(dialog, 'Free Shipping Threshold').fill('300');
    await field(dialog, 'Standard Shipping Rate').fill('25 or so');
    await dialog.getByRole('button', { name: 'Add zone' }).click();
    await expect(dialog.getByText('Enter an amount')).toBeVisible();
    await field(dialog, 'Standard Shipping Rate').fill('25');
    await field(dialog, 'Words beside prices').fill('incl. VAT, plus shipping');
    await expectNoViolations(page, 'the dialog of a zone');
    await dialog.getByRole('button', { name: 'Add zone' }).click();
    await expect(notice(page, 'Zone added')).toBeVisible();
    const europe = page.getByRole('listitem').filter({ hasText: 'Europe' });
    await expect(europe).toContainText('$25.00');
    await expect(europe).toContainText('Beside prices: “incl. VAT, plus shipping”');
    await expectNoViolations(page, 'the zones');
  });

  const visitor = await newVisitor();
  const main = visitor.getByRole('main');
  const pay = payButton(visitor);
  await test.step('the cart says which country it is priced for, and where the store does not ship', async () => {
    await addToCart(visitor, device);
    await expect(main).toContainText('free standard shipping (United States)');
    await open(visitor, '/cart');
    await expect(field(main, 'Ship to')).toHaveValue('United States');
    await expect(main).toContainText('Standard shipping is free for this order.');
    await field(main, 'Ship to').selectOption('Another country');
    await expect(main).toContainText('We ship only to the countries of this list.');
    await expect(main.getByRole('link', { name: 'Go to checkout' })).toBeHidden();
    await expect(main).not.toContainText('incl. VAT');
    await field(main, 'Ship to').selectOption('Germany');
    await expect(main).toContainText('$145.00');
    await expect(main).toContainText('incl. VAT, plus shipping');
    await expectNoViolations(visitor, 'the cart with a country');
  });

  await test.step('pages of products have the words of that country', async () => {
    for (const path of [`/product/${device.slug}`, '/products']) {
      await open(visitor, path);
      await expect(main).toContainText('incl. VAT, plus shipping');
    }
    await open(visitor, `/product/${device.slug}`);
    await expect(main).toContainText('standard shipping $25.00 (Germany)');
    await expect(main).toContainText('Free standard shipping on orders over $300 (Germany)');
    await open(visitor, '/cart');
  });

  await test.step('the checkout begins with that country and changes the rates with it', async () => {
    await main.getByRole('link', { name: 'Go to checkout' }).click();
    await expect(field(visitor, 'Country')).toHaveValue('Germany');
    await expect(main).toContainText('$25.00');
    await visitor.getByText('Order summary').first().click();
    await expect(main.getByText('incl. VAT, plus shipping').first()).toBeVisible();
    await field(visitor, 'Country').selectOption('United States');
    await expect(main).not.toContainText('incl. VAT');
    await fillAddress(visitor, newPerson());
    await expect(pay).toHaveText(/\$120\.00/);
    await field(visitor, 'Country').selectOption('Germany');
    await visitor.getByLabel('City').fill('Berlin');
    await visitor.getByLabel('Postal code').fill('10115');
    await expect(pay).toHaveText(/\$145\.00/);
    await fillCard(visitor, goodCard);
  });

  await test.step('a rate that changed is shown before anything is charged', async () => {
    const { body } = await call(shop.url, 'GET', '/settings', { token });
    const [europe] = body.data.settings.shippingZones;
    await save({ shippingZones: [{ ...europe, standardShippingRate: 30 }] });
    await pay.click();
    await expect(visitor.getByText('The total has changed: it is now $150.00.')).toBeVisible();
    await expect(pay).toHaveText(/\$150\.00/);
    await save({ shippingZones: [] });
    await pay.click();
    await expect(visitor.getByText('The total has changed: it is now $120.00.')).toBeVisible();
    await save({ shippingZones: [europe] });
    await pay.click();
    await expect(pay).toHaveText(/\$145\.00/);
    await pay.click();
    await expect(heading(visitor, 'Thank you, your order is confirmed')).toBeVisible();
    await expect(main).toContainText('$145.00');
    await expect(main).toContainText('Germany');
  });

  await test.step('the page about shipping lists the rates of each zone', async () => {
    await open(visitor, '/shipping');
    await expect(visitor.getByRole('heading', { name: 'Europe: Germany' })).toBeVisible();
    await expectNoViolations(visitor, 'the page about shipping');
  });

  await test.step('the owner deletes the zone', async () => {
    await open(page, '/admin/settings?tab=zones');
    await page.getByRole('button', { name: 'Delete Europe' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete zone' }).click();
    await expect(notice(page, 'Zone deleted')).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: 'Europe' })).toBeHidden();
  });
});
