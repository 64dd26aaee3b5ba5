import { addDevice, newEmail, payOrderByApi, placeOrderByApi } from '../journeys/devices.ts';
import type { Shop } from '../journeys/journey.ts';
import { newSerial } from '../journeys/scanner.ts';
import { address, call } from '../plain-client.ts';

/** Adds what the admin screens show; returns their paths. */
export async function prepareAdminScreens(shop: Shop): Promise<string[]> {
  const device = await addDevice(shop);
  const order = await placeOrderByApi(shop, device);
  return [...adminScreens(device, order), ...(await prepareDeviceScreens(shop))];
}

/** Adds a draft, a lot with a device on its bench, an open stock-take, and an order to pack by scan. */
async function prepareDeviceScreens(shop: Shop): Promise<string[]> {
  const send = async (method: string, path: string, body: object) => {
    const answer = await call(shop.url, method, path, { token: shop.adminToken, body });
    if (answer.status >= 300) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
    return answer.body.data;
  };
  const product = await addDevice(shop, { category: 'Laptops', stockCount: 2 });
  await send('PUT', `/products/${product.id}/tracking`, { tracking: 'serial' });
  const order = await placeOrderByApi(shop, product);
  await payOrderByApi(shop, order);
  const { supplier } = await send('POST', '/suppliers', { name: newSerial(), kind: 'company' });
  const { lot } = await send('POST', '/lots', { supplier: supplier.id, goods: 300 });
  const { unit } = await send('POST', '/units', {
    model: { product: product.id },
    identifiers: [{ kind: 'serial', value: newSerial() }],
    place: 'AXE',
    lot: lot.id,
  });
  const { draft } = await send('POST', '/draft-orders', {
    lines: [{ name: 'Battery replaced', quantity: 1, price: 40 }],
    shippingAddress: { ...address, email: newEmail() },
    shippingMethod: 'standard',
  });
  const { stockTake } = await send('POST', '/stock-takes', { place: 'AXE' });
  const rules = { name: newSerial(), buffer: 1, pricePercent: 12, priceEnding: 'exact' };
  const { channel } = await send('POST', '/channels', { kind: 'back-market', ...rules });
  await send('POST', `/channels/${channel.id}/listings`, { products: [product.id] });
  return [
    `/admin/orders/drafts/${draft.id}`,
    `/admin/channels/${channel.id}`,
    `/admin/channels/${channel.id}?open=rules`,
    `/admin/lots/${lot.id}`,
    `/admin/units/${unit.id}`,
    `/admin/units/labels?units=${unit.id}`,
    `/admin/units?stock-take=${stockTake.id}`,
    `/admin/pack?view=pick-list&id=${order.id}`,
    `/admin/pack?order=${order.orderNumber}`,
  ];
}

function adminScreens(device: { id: string }, order: { id: string; orderNumber: string }): string[] {
  return [
    '/admin',
    '/admin/products',
    '/admin/products?add=product',
    `/admin/products?edit=${device.id}`,
    `/admin/products/${device.id}/stock`,
    '/admin/imports',
    '/admin/categories',
    '/admin/families',
    '/admin/families/build',
    '/admin/search',
    '/admin/products?view=changes',
    '/admin/search/synonyms',
    '/admin/search/synonyms?add=synonym',
    '/admin/orders',
    `/admin/orders?order=${order.id}`,
    `/admin/orders/${order.id}`,
    `/admin/orders/${order.id}/edit`,
    '/admin/orders/new',
    '/admin/orders/drafts',
    '/admin/orders/drafts/new',
    '/admin/invoices',
    '/admin/invoices/taxes',
    '/admin/channels',
    '/admin/channels?add=channel',
    '/admin/past-orders',
    '/admin/messages',
    '/admin/units',
    '/admin/units?stock-take=all',
    '/admin/receive',
    '/admin/lots',
    '/admin/lots?add=lot',
    '/admin/lots?suppliers=all',
    '/admin/bench',
    '/admin/discounts',
    '/admin/discounts?add=code',
    '/admin/pack',
    '/admin/pack?view=pick-list',
    `/admin/pack?order=${order.orderNumber}`,
    '/admin/customers',
    `/admin/customers/${order.id}`,
    '/admin/users',
    '/admin/users/import',
    ...[
      '',
      '?tab=email',
      '?tab=payment',
      '?tab=shipping',
      '?tab=devices',
      '?tab=security',
      '?tab=appearance',
    ].map((tab) => `/admin/settings${tab}`),
    '/admin/reviews',
    '/admin/settings?tab=pages',
    '/admin/settings?tab=pages&page=terms',
    '/admin/settings?tab=backups',
    '/admin/settings?tab=tokens',
    '/admin/settings?tab=webhooks',
    '/admin/settings?tab=zones',
    '/admin/settings?tab=carrier',
    '/admin/settings?tab=introductions',
    '/admin/mailbox',
    '/admin/jobs',
    '/admin/audit',
  ];
}
