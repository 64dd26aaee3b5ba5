import type { Page } from '@playwright/test';
import { call } from '../plain-client.ts';
import { goByKey, openBackOffice } from './back-office.ts';
import { addDevice, type Device, payOrderByApi, placeOrderByApi, stockOf } from './devices.ts';
import { expect, open, test } from './journey.ts';
import { mailsTo } from './mails.ts';
import { newSerial, scan, scanAgain } from './scanner.ts';
import { heading, newPerson } from './shopper.ts';

/** Switches a product to devices on the page of its stock. */
async function trackByDevice(page: Page, product: Device) {
  await open(page, `/admin/products/${product.id}/stock`);
  await page.getByRole('button', { name: 'Track by device…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Track by device' });
  await dialog.getByRole('button', { name: 'Track by device' }).click();
  await expect(page.getByRole('region', { name: 'Devices' })).toContainText('Tracked by device');
}

test('an order is packed by scan and shipped, and the buyer reads the serial number', {
  tag: ['@units'],
}, async ({ page, shop, tolerate }) => {
  tolerate(/409/);
  const person = newPerson();
  const product = await addDevice(shop, { category: 'Laptops', stockCount: 3 });
  const other = await addDevice(shop, { category: 'Laptops', stockCount: 1 });
  await openBackOffice(page);
  await trackByDevice(page, product);
  await trackByDevice(page, other);
  const order = await placeOrderByApi(shop, product, { quantity: 2, email: person.email });
  await payOrderByApi(shop, order);
  expect(await stockOf(shop, product)).toBe(1);

  await goByKey(page, 'k');
  await expect(heading(page, 'Pack')).toBeVisible();
  await expect(page.getByLabel('Scan', { exact: true })).toBeFocused();
  await scan(page, order.orderNumber);
  await expect(heading(page, `Pack ${order.orderNumber}`)).toBeVisible();
  await expect(page.getByLabel('Scan', { exact: true })).toBeFocused();
  const status = page.getByRole('status').first();

  const [first, second] = [newSerial(), newSerial()];
  for (const [code, name] of [
    [order.orderNumber, 'an order number'],
    ['194252707241', 'the barcode of a box'],
    ['1Z999AA10123456784', 'a tracking number'],
    ['1PMLPF3LL/A', 'a part number'],
  ] as const) {
    await scan(page, code);
    await expect(status).toContainText(`This is ${name}.`);
  }
  await scan(page, first);
  await expect(status).toContainText(`No device has the serial number ${first} yet.`);
  await page.keyboard.press('Control+Enter');
  await expect(status).toContainText('is packed. 1 to go.');
  await scan(page, first, 'Tab');
  await expect(status).toContainText('is in this order already.');
  await page.keyboard.press('Backspace');
  await expect(status).toContainText('is out of the order and on sale again.');
  await scan(page, first);
  await expect(status).toContainText('is packed. 1 to go.');
  await scan(page, second);
  await page.getByRole('button', { name: `Record ${second} as the serial number` }).click();
  await expect(status).toContainText('All devices are scanned.');
  await page.reload();
  await expect(page.getByText('2 of 2 scanned')).toBeVisible();

  await page.getByLabel('Carrier').fill('UPS');
  await page.getByLabel('Tracking number').fill('1Z999AA10123456784');
  await page.getByRole('button', { name: 'Ship', exact: true }).click();
  await expect(page.getByText('This order is shipped.')).toBeVisible();

  await open(page, `/admin/orders/${order.id}`);
  await expect(page.getByRole('list', { name: 'Devices' })).toContainText(`Serial number ${first}`);
  await expect
    .poll(async () => (await mailsTo(shop, person.email)).some(({ html }) => html.includes(second)), {
      // The mail leaves 30 seconds after the order.
      timeout: 60_000,
    })
    .toBe(true);
});

test('an order ships unscanned at the second press and names its device after a later scan', {
  tag: ['@units'],
}, async ({ page, shop, tolerate }) => {
  // The scan that offers to record its number is refused.
  tolerate(/409/);
  const product = await addDevice(shop, { category: 'Laptops', stockCount: 2 });
  await openBackOffice(page);
  await trackByDevice(page, product);
  const order = await placeOrderByApi(shop, product);
  await payOrderByApi(shop, order);
  await open(page, `/admin/pack?order=${order.orderNumber}`);
  await page.getByRole('button', { name: 'Ship', exact: true }).click();
  await expect(page.getByRole('form', { name: 'Parcel' }).getByRole('alert')).toContainText(
    'A device was not scanned',
  );
  await page.getByRole('button', { name: 'Ship anyway' }).click();
  await expect(page.getByText('This order is shipped.')).toBeVisible();
  await expect(page.getByText('Not scanned')).toBeVisible();

  await open(page, `/admin/orders/${order.id}`);
  await expect(page.getByRole('list', { name: 'Devices' })).toBeHidden();
  await page.getByRole('link', { name: 'Scan what went out' }).click();
  const serial = newSerial();
  await scan(page, serial);
  await page.getByRole('button', { name: `Record ${serial} as the serial number` }).click();
  await expect(page.getByRole('status').first()).toContainText('All devices are scanned.');
  await open(page, `/admin/orders/${order.id}`);
  await expect(page.getByRole('list', { name: 'Devices' })).toContainText(`Serial number ${serial}`);
  await expect(page.getByRole('link', { name: 'Scan what went out' })).toBeHidden();
});

test('a device is received, put on sale and taken off again, and the stock follows', {
  tag: ['@units'],
}, async ({ page, shop }) => {
  // Headphones hold no data: nothing is erased before they are sold.
  const product = await addDevice(shop, { category: 'Audio & Headphones', stockCount: 0 });
  await openBackOffice(page);
  await trackByDevice(page, product);
  await open(page, '/admin/receive');
  const serial = newSerial();
  await scan(page, serial);
  await page.getByLabel('Find the model').fill(product.name);
  await page.getByRole('list', { name: 'Models' }).getByRole('button', { name: product.name }).click();
  await scanAgain(page, serial);
  await expect(page.getByRole('status').first()).toContainText('Received U-');
  await page.getByRole('region', { name: 'Received now' }).getByRole('link', { name: /^U-/ }).click();

  const move = async (to: string) => {
    await page.getByRole('button', { name: 'Move', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: /^Move U-/ });
    await dialog.getByLabel('To').selectOption({ label: to });
    await dialog.getByLabel('Reason').fill('Sealed box');
    await dialog.getByRole('button', { name: 'Move' }).click();
    await expect(dialog).toBeHidden();
  };
  await move('Ready for sale');
  await page.getByRole('button', { name: 'Put on sale' }).click();
  const dialog = page.getByRole('dialog', { name: /^Put U-.* on sale$/ });
  await expect(dialog.getByLabel('Product')).toContainText(product.name);
  await dialog.getByRole('button', { name: 'Put on sale' }).click();
  await expect(dialog).toBeHidden();
  await expect.poll(() => stockOf(shop, product)).toBe(1);
  await move('On the bench');
  await expect.poll(() => stockOf(shop, product)).toBe(0);
});

test('the pick list suggests another device when one is not on the shelf', { tag: ['@units'] }, async ({
  page,
  shop,
}) => {
  const product = await addDevice(shop, { category: 'Laptops', stockCount: 2 });
  await openBackOffice(page);
  await trackByDevice(page, product);
  const order = await placeOrderByApi(shop, product);
  await payOrderByApi(shop, order);
  await open(page, '/admin/pack');
  // The order may be on a later page.
  await page.getByRole('row').nth(1).getByRole('checkbox').check();
  await page.getByRole('link', { name: 'Pick list for these' }).click();
  await expect(heading(page, 'Pick list for 1 order')).toBeVisible();
  await open(page, `/admin/pack?view=pick-list&id=${order.id}`);
  const items = page.getByRole('list', { name: 'To pick' });
  await expect(items).toContainText(order.orderNumber);
  const button = items.getByRole('button', { name: /is not on the shelf$/ });
  const first = (await button.getAttribute('aria-label')) ?? '';
  await button.click();
  await expect(button).not.toHaveAttribute('aria-label', first);
  await button.click();
  await expect(items).toContainText('No device left to take');
  await open(page, `/admin/units?missing=true&product=${product.id}`);
  await expect(page.getByRole('table').getByText('Not on the shelf', { exact: true })).toHaveCount(2);
});

test('a counted line is counted by the barcode of its box or by a plus', { tag: ['@units'] }, async ({
  page,
  shop,
}) => {
  const token = shop.adminToken;
  const product = await addDevice(shop, { stockCount: 3, modelKey: `counted-${crypto.randomUUID()}` });
  const { body } = await call(shop.url, 'GET', `/products/${product.id}`, { token });
  const codes = { gtins: ['4006381333931'], mpns: [] };
  await call(shop.url, 'PUT', `/device-models/${body.data.product.modelKey}/codes`, { token, body: codes });
  const order = await placeOrderByApi(shop, product, { quantity: 2 });
  await payOrderByApi(shop, order);
  await openBackOffice(page, `/admin/pack?order=${order.orderNumber}`);
  await expect(heading(page, `Pack ${order.orderNumber}`)).toBeVisible();
  await page.getByLabel('Scan', { exact: true }).focus();
  const status = page.getByRole('status').first();
  await scan(page, '4006381333931');
  await expect(status).toContainText('1 of 2 taken.');
  await scan(page, '+');
  await scan(page, '+');
  await expect(status).toContainText('The order needs no more of');
  await expect(page.getByText('2 of 2 taken')).toBeVisible();
  await page.keyboard.press('Backspace');
  await expect(page.getByText('1 of 2 taken')).toBeVisible();
});
