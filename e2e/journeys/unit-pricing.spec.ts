import { call } from '../plain-client.ts';
import { openBackOffice, row } from './back-office.ts';
import { addDevice, placeOrderByApi } from './devices.ts';
import { expect, open, test } from './journey.ts';
import { notice } from './shopper.ts';

test('a device that sells fast shows a higher price, which one press sets', {
  tag: ['@units'],
}, async ({ page, shop }) => {
  const token = shop.adminToken;
  const post = async (path: string, body: object, method: 'POST' | 'PUT' = 'POST') =>
    (await call(shop.url, method, path, { token, body })).body.data;
  const product = await addDevice(shop, { price: 199.99, condition: 'good', stockCount: 0 });
  await post(`/products/${product.id}/tracking`, { tracking: 'serial' }, 'PUT');
  const devices: { id: string; number: string }[] = [];
  for (let count = 0; count < 4; count += 1) {
    devices.push((await post('/units', { model: { product: product.id }, identifiers: [] })).unit);
  }
  const ids = devices.map(({ id }) => id);
  await post('/units/wipes', {
    ids: ids,
    category: 'purge',
    method: 'Factory reset',
    tool: 'Blancco 7',
    verification: 'tool',
    result: 'passed',
  });
  await post('/units/moves', { ids, to: 'ready', reason: 'Sealed box' });
  await post('/units/listings', { ids, product: product.id });
  await placeOrderByApi(shop, product, { quantity: 3 });

  await openBackOffice(page, `/admin/units/${devices[0]?.number}`);
  await expect(page.getByText('3 sold in 30 days, 1 left: 3% more.')).toBeVisible();
  await page.getByRole('button', { name: 'Set the price to $205.99' }).click();
  await expect(notice(page, `${product.name} now costs $205.99`)).toBeVisible();
  await test.step('the products of chosen devices are repriced together', async () => {
    await open(page, `/admin/units?product=${product.id}`);
    for (const { number } of devices.slice(0, 2)) await row(page, number).getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Change prices' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change 1 product' });
    await dialog.getByLabel(/^Percent/).fill('-10');
    await expect(dialog).toContainText('$185.39');
    await dialog.getByRole('button', { name: 'Change 1 product' }).click();
    await expect(dialog).toContainText('1 product changed');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });
  await open(page, `/product/${product.slug}`);
  await expect(page.getByRole('main')).toContainText('$185.39');
});
