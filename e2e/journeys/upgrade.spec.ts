import { call } from '../plain-client.ts';
import { expectNoViolations } from './accessibility.ts';
import { openBackOffice } from './back-office.ts';
import { addDevice, newName, payOrderByApi, placeOrderByApi, stockOf } from './devices.ts';
import { expect, test } from './journey.ts';
import { newSerial, scan } from './scanner.ts';
import { heading } from './shopper.ts';

test('a better device is sent at the price of the line when the packer agrees', {
  tag: ['@units'],
}, async ({ page, shop, tolerate }) => {
  tolerate(/409/);
  const token = shop.adminToken;
  const post = async (path: string, body: object, method: 'POST' | 'PUT' = 'POST') =>
    (await call(shop.url, method, path, { token, body })).body.data;
  const name = newName();
  const model = { name, modelKey: name.toLowerCase().replaceAll(' ', '-'), stockCount: 0 };
  const good = await addDevice(shop, { ...model, condition: 'good', price: 199.99 });
  const better = await addDevice(shop, { ...model, condition: 'excellent', price: 249.99 });
  const serial = newSerial();
  for (const [product, value] of [
    [good, newSerial()],
    [better, serial],
  ] as const) {
    await post(`/products/${product.id}/tracking`, { tracking: 'serial' }, 'PUT');
    const identifiers = [{ kind: 'serial', value }];
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
  }
  const order = await placeOrderByApi(shop, good);
  await payOrderByApi(shop, order);

  await openBackOffice(page, `/admin/pack?order=${order.orderNumber}`);
  await expect(heading(page, `Pack ${order.orderNumber}`)).toBeVisible();
  await scan(page, serial);
  const status = page.getByRole('status').first();
  await expect(status).toContainText('This is Like New. The order wants Good.');
  await expectNoViolations(page, 'offer of a better device');
  await page.getByRole('button', { name: 'Send the better one' }).click();
  await expect(status).toContainText('All devices are scanned.');
  await expect(page.getByRole('list', { name: 'Items' })).toContainText('Like New');
  await page.getByRole('button', { name: 'Ship', exact: true }).click();
  await expect(page.getByText('This order is shipped.')).toBeVisible();
  expect([await stockOf(shop, good), await stockOf(shop, better)]).toEqual([1, 0]);
});
