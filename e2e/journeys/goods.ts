import { call, orderOf } from '../plain-client.ts';
import type { Shop } from './journey.ts';

/** A product made for one story, so that stories running beside each other do not buy it away. */
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
  specifications?: Record<string, string> | undefined;
};

/** A name that no other story uses and that a search finds. */
export function newName(): string {
  return `Journey ${crypto.randomUUID().slice(0, 8)}`;
}

export async function addDevice(shop: Shop, details: Details = {}): Promise<Device> {
  const { status, text, body } = await call(shop.url, 'POST', '/products', {
    token: shop.adminToken,
    body: {
      name: newName(),
      description: 'A device to be bought in a story.',
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

/** Orders past all screens, as somebody else would from afar; unpaid. */
export async function orderFromAfar(
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

/** How many orders a story's buyer has in the shop's books. */
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

/** A picture to upload: one red pixel. */
export const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
  'base64',
);
