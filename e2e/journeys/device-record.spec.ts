import type { Locator, Page } from '@playwright/test';
import { workbook } from '../../server/test/workbook.ts';
import { call } from '../plain-client.ts';
import { openBackOffice } from './back-office.ts';
import { addDevice, type Device, payOrderByApi, placeOrderByApi, stockOf } from './devices.ts';
import { expect, open, type Shop, test } from './journey.ts';
import { newImei, newSerial, scan, scanAgain } from './scanner.ts';
import { heading } from './shopper.ts';
import { chooseReports } from './test-reports.ts';

type Phone = { imei: string; serial: string };

const newPhone = (): Phone => ({ imei: newImei(), serial: newSerial() });

const get = async (shop: Shop, path: string) =>
  (await call(shop.url, 'GET', path, { token: shop.adminToken })).body.data;

/** Adds a lot of $300 by a workbook and receives its devices by scanner. */
async function receiveLot(page: Page, product: Device, phones: Phone[]): Promise<void> {
  await openBackOffice(page, '/admin/lots?add=lot');
  const lot = page.getByRole('dialog', { name: 'New lot' });
  await lot.getByRole('button', { name: 'New supplier' }).click();
  const supplier = page.getByRole('dialog', { name: 'New supplier' });
  await supplier.getByLabel('Name').fill(`Wholesale ${newSerial()}`);
  await supplier.getByRole('button', { name: 'Add supplier' }).click();
  await expect(supplier).toBeHidden();
  await lot.getByLabel('Price of all devices').fill('300');
  await lot.getByRole('button', { name: 'Add lot' }).click();
  await expect(heading(page, /^L-\d+$/)).toBeVisible();
  const rows = phones.map(({ imei, serial }) => [product.name, imei, serial, 'A', 88]);
  const buffer = workbook({ Order: [['Device', 'IMEI', 'Serial', 'Grade', 'Battery'], ...rows] });
  const manifest = page.locator('section', { has: page.getByRole('heading', { name: 'Manifest' }) });
  await manifest
    .locator('input[type=file]')
    .setInputFiles({ name: 'order.xlsx', mimeType: 'application/vnd.ms-excel', buffer });
  await expect(manifest.getByRole('button', { name: /^Add \d+ devices/ })).toBeVisible();
  await manifest.getByRole('button', { name: `Add ${phones.length} devices` }).click();
  await expect(manifest).toContainText('devices were added as expected.');
  const address = page.url();
  // The navigation has a link of the same name, which leads to the desk without the lot.
  await page.getByRole('main').getByRole('link', { name: 'Receive', exact: true }).click();
  for (const [index, { imei, serial }] of phones.entries()) {
    await scan(page, imei);
    await expect(page.getByText(`${index + 1} of ${phones.length} received`)).toBeVisible();
    // The manifest names both numbers.
    await scan(page, serial);
    await expect(page.getByRole('status').first()).toContainText('This number is scanned already.');
  }
  await page.goto(address);
  await page.getByRole('button', { name: 'Close lot' }).click();
  const closing = page.getByRole('dialog', { name: /^Close lot/ });
  await closing.getByRole('button', { name: 'Close lot' }).click();
  await expect(closing).toBeHidden();
}

/** Imports the report of a tool for each phone: checks, erasure, tests, battery and grade. */
async function importReports(page: Page, shop: Shop, phones: Phone[]): Promise<void> {
  const { units } = await get(shop, `/units?search=${phones[0]?.imei}`);
  const { bench } = await get(shop, `/units/${units[0].id}/bench`);
  const labels: string[] = bench.checklist.tests.map(({ label }: { label: string }) => label);
  const known = {
    Battery: '91',
    Grade: 'B',
    DeviceLock: 'Off',
    MDM: 'No',
    ESN: 'Clean',
    SimLock: 'Unlocked',
    Finance: 'Clean',
    Erased: 'Yes',
    Type: 'iOS Secure Erase',
  };
  const time = new Date().toISOString();
  const rows = [
    ['IMEI', 'Serial', 'Report', 'EndTime', ...Object.keys(known), ...labels],
    ...phones.map(({ imei, serial }) => [
      imei,
      serial,
      `R-${crypto.randomUUID()}`,
      time,
      ...Object.values(known),
      ...labels.map(() => 'Pass'),
    ]),
  ];
  const dialog = await chooseReports(page, rows);
  // The answer is remembered for the tool.
  const grade = dialog.getByLabel('Its grade B is our grade');
  if (await grade.isVisible()) {
    await grade.selectOption('B');
    // Reports are recorded once: an answer that is not remembered would come too late.
    await expect(dialog.getByRole('button', { name: /^Record \d+ report/ })).toBeDisabled();
    await dialog.getByRole('button', { name: 'Remember and check again' }).click();
  }
  await expect(dialog.getByText('Grade B.').first()).toBeVisible();
  await dialog.getByRole('button', { name: /^Record \d+ report/ }).click();
  await expect(dialog).toBeHidden();
}

/** Moves all devices of the list that a search finds to "ready" and puts them on sale. */
async function listForSale(page: Page, product: Device): Promise<void> {
  await open(page, `/admin/units?search=${encodeURIComponent(product.name)}&state=bench`);
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await page.getByRole('button', { name: 'Move', exact: true }).click();
  const moving = page.getByRole('dialog', { name: /^Move / });
  await moving.getByLabel('To').selectOption({ label: 'Ready for sale' });
  await moving.getByRole('button', { name: 'Move' }).click();
  await expect(moving).toBeHidden();
  await open(page, `/admin/units?search=${encodeURIComponent(product.name)}&state=ready`);
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await page.getByRole('button', { name: 'Put on sale' }).click();
  const listing = page.getByRole('dialog', { name: /on sale$/ });
  await listing.getByRole('button', { name: 'Put on sale' }).click();
  await expect(listing).toBeHidden();
}

/** Sells devices of the product: packs those scanned and ships them. */
async function sell(page: Page, shop: Shop, product: Device, codes: string[]) {
  const order = await placeOrderByApi(shop, product, { quantity: codes.length });
  await payOrderByApi(shop, order);
  await open(page, `/admin/pack?order=${order.orderNumber}`);
  const status = page.getByRole('status').first();
  for (const code of codes) {
    await scan(page, code);
    await expect(status).toContainText(/is packed|All devices are scanned/);
  }
  await page.getByLabel('Carrier').fill('UPS');
  await page.getByLabel('Tracking number').fill('1Z999AA10123456784');
  await page.getByRole('button', { name: 'Ship', exact: true }).click();
  await expect(page.getByText('This order is shipped.')).toBeVisible();
  await call(shop.url, 'PUT', `/orders/${order.id}/status`, {
    token: shop.adminToken,
    body: { status: 'delivered' },
  });
  return order;
}

async function answer(page: Page, code: string, button: string): Promise<Locator> {
  await open(page, '/admin/receive');
  await scan(page, code);
  const question = page.getByRole('region', { name: 'Question' });
  await question.getByRole('button', { name: button }).click();
  return question;
}

test('devices of a manifest and of reports are sold, returned, bought back and sold again on record', {
  tag: ['@units', '@payments'],
}, async ({ page, shop }) => {
  const product = await addDevice(shop, { stockCount: 0, price: 300, condition: 'good' });
  await call(shop.url, 'PUT', `/products/${product.id}/tracking`, {
    token: shop.adminToken,
    body: { tracking: 'serial' },
  });
  const phones = [newPhone(), newPhone(), newPhone()];
  const [first, second, third] = phones as [Phone, Phone, Phone];
  await receiveLot(page, product, phones);
  await importReports(page, shop, phones);
  await listForSale(page, product);
  expect(await stockOf(shop, product)).toBe(3);

  const pair = await sell(page, shop, product, [first.imei, second.serial]);
  const unitOf = async ({ imei }: Phone, state: string) => {
    const { units } = await get(shop, `/units?search=${imei}&state=${state}`);
    return units[0];
  };
  await answer(page, first.imei, 'It came back');
  await expect(page.getByText(`came back from order ${pair.orderNumber}.`)).toBeVisible();
  await open(page, `/admin/orders/${pair.orderNumber}`);
  await page.getByRole('button', { name: 'Refund…' }).click();
  const refund = page.getByRole('dialog', { name: `Refund order ${pair.orderNumber}` });
  await refund.getByRole('checkbox', { name: /^U-/ }).first().check();
  await refund.getByRole('button', { name: /^Refund \$/ }).click();
  await expect(refund).toBeHidden();
  const { number: came } = await unitOf(first, 'returned');
  await expect(page.getByText(`1 × ${product.name}, ${came} came back`)).toBeVisible();
  const costsOf = async ({ id }: { id: string }) => (await get(shop, `/orders/${id}/costs`)).costs.devices;
  const { number: left } = await unitOf(second, 'sold');
  expect(await costsOf(pair)).toMatchObject([{ unit: left, cost: 100 }]);

  const former = await sell(page, shop, product, [third.imei]);
  expect(await costsOf(former)).toMatchObject([{ cost: 100 }]);
  const sold = await unitOf(third, 'sold');

  // The model of a device that was here is known.
  await answer(page, third.imei, 'Bought from its buyer');
  await scan(page, third.serial);
  await scanAgain(page, third.imei, third.serial);
  await page.getByRole('region', { name: 'Received now' }).getByRole('link', { name: /^U-/ }).click();
  await expect(page.getByText(`Was here before as ${sold.number}`)).toBeVisible();
  await page.getByRole('button', { name: 'Set cost or lot' }).click();
  const cost = page.getByRole('dialog', { name: /^Cost of U-/ });
  await cost.getByLabel('Paid for the device').fill('120');
  await cost.getByLabel('Reason').fill('Bought from its buyer');
  await cost.getByRole('button', { name: 'Save cost' }).click();
  await expect(cost).toBeHidden();
  const bought = await unitOf(third, 'bench');
  expect(bought.number).not.toBe(sold.number);
  await importReports(page, shop, [third]);
  await listForSale(page, product);
  const latter = await sell(page, shop, product, [third.serial]);
  expect(await costsOf(latter)).toMatchObject([{ unit: bought.number, cost: 120 }]);
  expect(await costsOf(former)).toMatchObject([{ unit: sold.number, cost: 100 }]);
  await open(page, `/admin/orders/${former.orderNumber}`);
  await expect(page.getByRole('list', { name: 'Devices' })).toContainText(third.imei);
  await open(page, `/admin/units/${bought.number}`);
  await open(page, `/admin/units/${sold.number}`);
  await expect(page.getByRole('link', { name: `Bought again as ${bought.number}` })).toBeVisible();
  await expect(page.getByText(`They belong to ${bought.number}`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'It came back' })).toBeHidden();
});
