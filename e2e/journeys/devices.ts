import { call, orderOf } from '../plain-client.ts';
import type { Shop } from './journey.ts';

/** Product created for one journey, so that parallel journeys do not buy it. */
export type Device = { id: string; slug: string; name: string; price: number };

type Details = {
  name?: string;
  price?: number;
  originalPrice?: number;
  brand?: string;
  category?: string;
  images?: string[];
  features?: string[];
  featured?: boolean;
  stockCount?: number;
  condition?: string;
  modelKey?: string;
  taxClass?: string;
  specifications?: Record<string, string> | undefined;
};

/** Returns a unique name that a search finds. */
export function newName(): string {
  const id = crypto.randomUUID();
  // A letter between the digits: seven in a row pass for a phone number, which no search reports.
  return `Journey ${id.slice(0, 4)}x${id.slice(4, 8)}`;
}

export async function addDevice(shop: Shop, details: Details = {}): Promise<Device> {
  const { status, text, body } = await call(shop.url, 'POST', '/products', {
    token: shop.adminToken,
    body: {
      name: newName(),
      description: 'A device for a browser journey.',
      brand: 'Acme',
      category: 'Smartphones',
      price: 200,
      stockCount: 5,
      ...details,
    },
  });
  if (status !== 201) throw new Error(`product answered ${status}: ${text}`);
  return body.data.product;
}

export async function stockOf(shop: Shop, device: Device): Promise<number> {
  const { body } = await call(shop.url, 'GET', `/products/${device.id}`);
  return body.data.product.stockCount;
}

/** Places an unpaid order by API, as another customer would. */
export async function placeOrderByApi(
  shop: Shop,
  device: Device,
  { quantity = 1, email = newEmail(), token }: { quantity?: number; email?: string; token?: string } = {},
): Promise<{ id: string; orderNumber: string }> {
  const { status, text, body } = await call(shop.url, 'POST', '/orders', {
    token,
    body: orderOf(device.id, quantity, email),
  });
  if (status !== 201) throw new Error(`order answered ${status}: ${text}`);
  return body.data.order;
}

/** Returns the number of orders of a customer. */
export async function ordersBy(shop: Shop, customerName: string, status?: string): Promise<number> {
  const query = new URLSearchParams({ search: customerName, ...(status && { status }) });
  const { body } = await call(shop.url, 'GET', `/orders/admin/all?${query}`, {
    token: shop.adminToken,
  });
  return body.data.orders.length;
}

export function newEmail(): string {
  return `${crypto.randomUUID().slice(0, 8)}@example.com`;
}

/** Image to upload: one red pixel. */
export const redPixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
  'base64',
);

/** Marks an order as paid, as staff do for cash. */
export async function payOrderByApi(shop: Shop, { id }: { id: string }): Promise<void> {
  const { status, text } = await call(shop.url, 'POST', `/orders/${id}/payments`, {
    token: shop.adminToken,
    body: { method: 'cash' },
  });
  if (status !== 201) throw new Error(`payment answered ${status}: ${text}`);
}
