import { call } from '../plain-client.ts';
import { openBackOffice } from './back-office.ts';
import { addDevice, payOrderByApi, placeOrderByApi } from './devices.ts';
import { expect, type Shop, test } from './journey.ts';
import { newSerial } from './scanner.ts';

/** Delivers an order of two devices; returns their unit numbers. */
async function deliverTwo(shop: Shop) {
  const product = await addDevice(shop, { category: 'Smartphones', stockCount: 0, price: 300 });
  const send = (method: string, path: string, body: object) =>
    call(shop.url, method, path, { token: shop.adminToken, body });
  await send('PUT', `/products/${product.id}/tracking`, { tracking: 'serial' });
  const numbers: string[] = [];
  for (let made = 0; made < 2; made++) {
    const identifiers = [{ kind: 'serial', value: newSerial() }];
    const received = await send('POST', '/units', { model: { product: product.id }, identifiers });
    const { id, number } = received.body.data.unit;
    const erased = { category: 'purge', method: 'Factory reset', verification: 'tool', result: 'passed' };
    await send('POST', '/units/wipes', { ids: [id], ...erased });
    await send('POST', '/units/moves', { ids: [id], to: 'ready', reason: 'Sealed box' });
    await send('POST', '/units/listings', { ids: [id], product: product.id });
    numbers.push(number);
  }
  const order = await placeOrderByApi(shop, product, { quantity: 2 });
  await payOrderByApi(shop, order);
  for (const code of numbers) await send('POST', `/packing/${order.id}/devices`, { code });
  await send('PUT', `/orders/${order.id}/status`, { status: 'delivered' });
  const stateOf = async (number = '') =>
    (await call(shop.url, 'GET', `/units/${number}`, { token: shop.adminToken })).body.data.unit.state;
  return { order, numbers, stateOf };
}

test('a device that came back is scanned, refunded by its number, and is the one that moves', {
  tag: ['@units', '@payments'],
}, async ({ page, shop }) => {
  const { order, numbers, stateOf } = await deliverTwo(shop);
  const [first = '', second = ''] = numbers;
  await openBackOffice(page, '/admin/receive');
  await page.getByLabel('Scan', { exact: true }).fill(first);
  await page.keyboard.press('Enter');
  const question = page.getByRole('region', { name: 'Question' });
  await expect(question.getByRole('button', { name: 'Bought from its buyer' })).toBeVisible();
  await question.getByRole('button', { name: 'It came back' }).click();
  await expect(page.getByText(`${first} came back from order ${order.orderNumber}.`)).toBeVisible();
  expect([await stateOf(first), await stateOf(second)]).toEqual(['returned', 'sold']);

  await openBackOffice(page, `/admin/orders/${order.orderNumber}`);
  await page.getByRole('button', { name: 'Refund…' }).click();
  const dialog = page.getByRole('dialog', { name: `Refund order ${order.orderNumber}` });
  await expect(dialog.getByText('Scanned: it is here')).toBeVisible();
  await dialog.getByRole('checkbox', { name: first }).check();
  await dialog.getByRole('button', { name: /^Refund \$/ }).click();
  await expect(dialog).toBeHidden();
  expect([await stateOf(first), await stateOf(second)]).toEqual(['returned', 'sold']);

  await openBackOffice(page, `/admin/units/${second}`);
  await page.getByRole('button', { name: 'It came back' }).click();
  await expect(page.getByText(/It waits there for the refund/)).toBeVisible();
});
