import { easypostKey } from '@reprise/easypost/test/easypost-server';
import { call } from '../plain-client.ts';
import type { Shop } from './journey.ts';

/** Connects the account of a stand-in for EasyPost. */
export async function connectCarrier(shop: Shop): Promise<void> {
  const sender = {
    name: 'Reprise',
    street: '417 Montgomery St',
    street2: '',
    city: 'San Francisco',
    state: 'CA',
    zipCode: '94104',
    country: 'United States',
    phone: '415 555 0100',
  };
  const box = { grams: 150, lengthMm: 300, widthMm: 200, heightMm: 100 };
  const account = { apiKey: easypostKey, sender, packaging: { itemGrams: 500, box } };
  const { status, text } = await call(shop.url, 'PUT', '/shipping/account', {
    token: shop.adminToken,
    body: account,
  });
  if (status !== 200) throw new Error(`shipping account answered ${status}: ${text}`);
}
