import { call } from '../plain-client.ts';
import { expectNoViolations } from './accessibility.ts';
import { openBackOffice, row } from './back-office.ts';
import { addDevice, payOrderByApi, placeOrderByApi, stockOf } from './devices.ts';
import { expect, open, test } from './journey.ts';
import { newSerial, scan } from './scanner.ts';
import { heading, notice } from './shopper.ts';

test('an order whose device broke is short, says what to do, and takes the next device', {
  tag: ['@units'],
}, async ({ page, shop }) => {
  const token = shop.adminToken;
  const post = async (path: string, body: object, method: 'POST' | 'PUT' = 'POST') =>
    (await call(shop.url, method, path, { token, body })).body.data;
  const product = await addDevice(shop, { stockCount: 0 });
  await post(`/products/${product.id}/tracking`, { tracking: 'serial' }, 'PUT');
  const list = async (serial: string): Promise<{ id: string; number: string }> => {
    const identifiers = [{ kind: 'serial', value: serial }];
    const { unit } = await post('/units', { model: { product: product.id }, identifiers });
    await post('/units/wipes', {
      ids: [unit.id],
      category: 'purge',
      method: 'Factory reset',
      verification: 'tool',
      result: 'passed',
    });
    await post('/units/moves', { ids: [unit.id], to: 'ready', reason: 'Sealed box' });
    await post('/units/listings', { ids: [unit.id], product: product.id });
    return unit;
  };
  const broken = await list(newSerial());
  const order = await placeOrderByApi(shop, product);
  await payOrderByApi(shop, order);
  await openBackOffice(page);

  await test.step('the device breaks', async () => {
    await open(page, `/admin/units/${broken.number}`);
    await page.getByRole('button', { name: 'Move', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: `Move ${broken.number}` });
    await dialog.getByLabel('To').selectOption({ label: 'In quarantine' });
    await dialog.getByLabel('Reason').fill('Fell off the shelf');
    await dialog.getByRole('button', { name: 'Move' }).click();
    await expect(
      notice(page, `All devices were promised: order ${order.orderNumber} is short of one now.`),
    ).toBeVisible();
  });

  await test.step('the packing table says what to do', async () => {
    await open(page, '/admin/pack');
    await expect(row(page, order.orderNumber)).toContainText('1 short');
    await open(page, `/admin/pack?order=${order.orderNumber}`);
    await expect(heading(page, `Pack ${order.orderNumber}`)).toBeVisible();
    await expect(page.getByText('One device is not there.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Refund on the order’s page' })).toBeVisible();
    await expectNoViolations(page, 'short order');
  });

  await test.step('the next device put on sale is the order’s', async () => {
    const serial = newSerial();
    await list(serial);
    expect(await stockOf(shop, product)).toBe(0);
    await open(page, `/admin/pack?order=${order.orderNumber}`);
    await expect(heading(page, `Pack ${order.orderNumber}`)).toBeVisible();
    await expect(page.getByText('One device is not there.')).toBeHidden();
    await scan(page, serial);
    await expect(page.getByRole('status').first()).toContainText('All devices are scanned.');
    await page.getByRole('button', { name: 'Ship', exact: true }).click();
    await expect(page.getByText('This order is shipped.')).toBeVisible();
  });
});
