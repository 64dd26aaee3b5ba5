import { call } from '../plain-client.ts';
import { expect, type Shop } from './journey.ts';

const germany = { country: 'Germany', state: '' };

type RateAbroad = { country: string; state: ''; basisPoints: number; taxClass?: 'reduced' };

/** Sets up a shop in euros at 19 % and 7 %, which prices include, and a category of devices. */
export async function openGermanShop(
  { url, adminToken: token }: Shop,
  { shipTo, ratesAbroad = [] }: { shipTo: string[]; ratesAbroad?: RateAbroad[] },
): Promise<void> {
  const settings = {
    ...{ format: 'de-DE', refundLimit: 200, laborRate: 0 },
    ...{ freeShippingThreshold: 500, standardShippingRate: 6, expressShippingRate: 18 },
    ...{ shipTo, taxBasisPoints: 0, pricesIncludeTax: true },
    taxRates: [
      { ...germany, basisPoints: 1900 },
      { ...germany, basisPoints: 700, taxClass: 'reduced' },
      ...ratesAbroad,
    ],
  };
  for (const body of [{ currency: 'EUR' }, settings])
    expect(await call(url, 'PUT', '/settings', { token, body })).toMatchObject({ status: 200 });
  const body = { name: 'Smartphones', description: 'Smartphones' };
  expect((await call(url, 'POST', '/categories', { token, body })).status).toBeLessThan(300);
}
