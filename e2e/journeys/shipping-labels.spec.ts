import { easypostKey } from '@reprise/easypost/test/easypost-server';
import { call } from '../plain-client.ts';
import { openBackOffice } from './back-office.ts';
import { connectCarrier } from './connect-carrier.ts';
import { addDevice, payOrderByApi, placeOrderByApi } from './devices.ts';
import { expect, open, type Shop } from './journey.ts';
import { carrierTest as test } from './own-shop.ts';
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

/** Returns a paid order in a shop that sells nothing yet. */
async function paidOrder(shop: Shop) {
  const category = { name: 'Smartphones', description: 'Smartphones' };
  await call(shop.url, 'POST', '/categories', { token: shop.adminToken, body: category });
  const device = await addDevice(shop);
  const order = await placeOrderByApi(shop, device, { quantity: 1, email: newPerson().email });
  await payOrderByApi(shop, order);
  return order;
}

test('a label is bought on the packing table, and the customer sees where the parcel is', async ({
  page,
  shop,
  service: easypost,
  newVisitor,
  tolerate,
}) => {
  tolerate(/status of 400/);
  const order = await paidOrder(shop);
  await openBackOffice(page);

  await test.step('an account is connected once its key and address work', async () => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Find or do' }).fill('shipping labels');
    await page.keyboard.press('Enter');
    await expect(heading(page, 'Shipping labels')).toBeVisible();
    const values = {
      'API key': `EZTK${'b'.repeat(40)}`,
      Name: 'Reprise',
      Street: '1 Nowhere Rd',
      City: 'San Francisco',
      State: 'California',
      'ZIP code': '94104',
      Phone: '415 555 0100',
    };
    for (const [label, value] of Object.entries(values)) {
      await page
        .getByRole('main')
        .getByLabel(new RegExp(`^${label}`))
        .fill(value);
    }
    const save = page.getByRole('button', { name: 'Check and save' });
    await save.click();
    await expect(page.getByText('EasyPost does not accept this key.').first()).toBeVisible();
    await page.getByLabel(/^API key/).fill(easypostKey);
    await save.click();
    await expect(page.getByText('Address not found').first()).toBeVisible();
    await page.getByLabel(/^Street/).fill('417 Montgomery St');
    await save.click();
    await expect(page.getByText('Parcels are followed.')).toBeVisible();
  });

  await test.step('the cheapest label is bought and opens, and the order ships with it', async () => {
    await open(page, `/admin/pack?order=${order.orderNumber}`);
    await expect(page.getByLabel('Weight (g)')).toHaveValue('650');
    await page.getByLabel('Weight (g)').fill('0');
    await page.getByRole('button', { name: 'Get rates' }).click();
    await expect(page.getByText('Enter whole grams, at most 70,000')).toBeVisible();
    await page.getByLabel('Weight (g)').fill('900');
    await page.getByRole('button', { name: 'Get rates' }).click();
    await expect(page.getByRole('radio', { name: 'USPS GroundAdvantage' })).toBeChecked();
    const [label] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: 'Buy label for $7.58' }).click(),
    ]);
    await label.close();
    await expect(page.getByRole('button', { name: 'Print label' })).toBeVisible();
    await expect(page.getByLabel('Carrier')).toHaveValue('USPS');
    await page.getByRole('button', { name: 'Ship', exact: true }).click();
    await expect(page.getByText('This order is shipped.')).toBeVisible();
    expect(easypost.state.bought).toBe(1);
  });

  await test.step('the customer follows the parcel to the door', async () => {
    const [sent] = easypost.shipments.values();
    const minutes = (count: number) => new Date(Date.now() + count * 60_000).toISOString();
    const { body, signature } = easypost.eventOf(sent?.tracking_code ?? '', [
      { status: 'in_transit', message: 'Arrived at facility', datetime: minutes(1) },
      { status: 'out_for_delivery', message: 'Out for delivery', datetime: minutes(2) },
      { status: 'delivered', message: 'Left at the front door', datetime: minutes(3) },
    ]);
    const headers = { 'content-type': 'application/json', 'x-hmac-signature': signature };
    const answer = await fetch(`${shop.url}/api/shipping/events`, { method: 'POST', headers, body });
    expect(answer.status).toBe(200);
    const visitor = await newVisitor();
    await open(visitor, '/track');
    await visitor.getByLabel('Tracking or order number').fill(sent?.tracking_code ?? '');
    await visitor.getByRole('button', { name: /Track/ }).click();
    await expect(visitor.getByText('Arrived at facility')).toBeVisible();
    await expect(visitor.getByText('Reno, NV, US').first()).toBeVisible();
    await expect(visitor.getByText('Your order has been delivered.')).toBeVisible();
    await open(page, `/admin/orders/${order.orderNumber}`);
    await expect(page.getByText('USPS GroundAdvantage')).toBeVisible();
    await expect(page.getByText('Delivered.', { exact: true })).toBeVisible();
  });
});

test('the checkout charges what the carriers charge, and the usual rates while they are away', async ({
  page,
  shop,
  service: easypost,
  newVisitor,
}) => {
  await connectCarrier(shop);
  const category = { name: 'Smartphones', description: 'Smartphones' };
  await call(shop.url, 'POST', '/categories', { token: shop.adminToken, body: category });
  const device = await addDevice(shop, { price: 40 });
  await openBackOffice(page, '/admin/settings?tab=shipping');
  await page.getByRole('checkbox', { name: 'Charge the rates of carriers' }).check();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(notice(page, 'Settings saved successfully!')).toBeVisible();

  const visitor = await newVisitor();
  await addToCart(visitor, device);
  await goToCheckout(visitor);
  const method = visitor.getByRole('group', { name: 'Shipping method' });
  await expect(method).toContainText('$9.99');
  await fillAddress(visitor, newPerson());
  await expect(method).toContainText('$7.58');
  await expect(method).toContainText('$41.00');
  easypost.state.fail = { path: '/shipments', isLate: false };
  await visitor.getByLabel('ZIP code').fill('10001');
  await expect.poll(() => easypost.state.fail).toBeNull();
  await expect(method).toContainText('$9.99');
  await visitor.getByLabel('ZIP code').fill('89501');
  await expect(method).toContainText('$7.58');
  await fillCard(visitor, goodCard);
  await payButton(visitor).click();
  const number = await orderNumber(visitor);
  const { body } = await call(shop.url, 'GET', `/orders/${number}`, { token: shop.adminToken });
  expect(body.data.order.shipping).toBe(7.58);
});

test('a label that is not used is refunded', async ({ page, shop, service: easypost }) => {
  const order = await paidOrder(shop);
  await connectCarrier(shop);
  await openBackOffice(page, `/admin/pack?order=${order.orderNumber}`);
  await page.getByRole('button', { name: 'Get rates' }).click();
  await page.getByRole('radio', { name: 'UPS Ground' }).check();
  const popup = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Buy label for $12.40' }).click();
  await (await popup).close();
  easypost.state.refundStatus = 'refunded';
  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  await page.getByRole('button', { name: 'Refund label' }).click();
  await expect(notice(page, 'The refund was asked for.')).toBeVisible();
  await expect(page.getByText('Refunded.')).toBeVisible();
  await expect(page.getByLabel('Tracking number')).toHaveValue('');
  await expect(page.getByRole('button', { name: 'Get rates' })).toBeVisible();
});
