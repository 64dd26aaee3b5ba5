import { call } from '../plain-client.ts';
import { addDevice, payOrderByApi, placeOrderByApi } from './devices.ts';
import type { Shop } from './journey.ts';
import { newSerial } from './scanner.ts';

type Send = (method: string, path: string, body: object) => ReturnType<typeof call>;

/** Puts a new device of a product on sale; returns its unit number. */
export async function listDevice(send: Send, product: { id: string }): Promise<string> {
  const identifiers = [{ kind: 'serial', value: newSerial() }];
  const received = await send('POST', '/units', { model: { product: product.id }, identifiers });
  const { id, number } = received.body.data.unit;
  const erased = { category: 'purge', method: 'Factory reset', verification: 'tool', result: 'passed' };
  await send('POST', '/units/wipes', { ids: [id], ...erased });
  await send('POST', '/units/moves', { ids: [id], to: 'ready', reason: 'Sealed box' });
  await send('POST', '/units/listings', { ids: [id], product: product.id });
  return number;
}

/** Delivers an order of two devices; returns their unit numbers. */
export async function deliverTwo(shop: Shop, { email }: { email?: string } = {}) {
  const product = await addDevice(shop, { category: 'Smartphones', stockCount: 0, price: 300 });
  const send: Send = (method, path, body) => call(shop.url, method, path, { token: shop.adminToken, body });
  await send('PUT', `/products/${product.id}/tracking`, { tracking: 'serial' });
  const numbers: string[] = [];
  for (let made = 0; made < 2; made++) numbers.push(await listDevice(send, product));
  const order = await placeOrderByApi(shop, product, { quantity: 2, ...(email && { email }) });
  await payOrderByApi(shop, order);
  for (const code of numbers) await send('POST', `/packing/${order.id}/devices`, { code });
  await send('PUT', `/orders/${order.id}/status`, { status: 'delivered' });
  const stateOf = async (number = '') =>
    (await call(shop.url, 'GET', `/units/${number}`, { token: shop.adminToken })).body.data.unit.state;
  return { order, product, numbers, stateOf, send };
}
