import { tryCarrier } from '@reprise/extension/trials/try-carrier';
import { afterAll, expect, test } from 'vitest';
import easyPost from './easypost.ts';
import { easypostKey, openEasyPost } from './test/easypost-server.ts';

const server = await openEasyPost();
afterAll(server.close);

const address = {
  ...{ name: 'Reprise', street: '417 Montgomery St', street2: '', city: 'San Francisco', state: 'CA' },
  ...{ zipCode: '94104', country: 'US', phone: '4155550100' },
};
const parcel = { grams: 500, lengthMm: 200, widthMm: 150, heightMm: 80 };

test('EasyPost obeys the rules of a carrier', async () => {
  const carrier = easyPost.open({ apiKey: easypostKey, apiUrl: server.url });
  expect(await tryCarrier(carrier, { from: address, to: address, parcel })).toEqual([]);
});

test('a carrier that forgets references and shows dear rates first breaks two rules', async () => {
  const carrier = easyPost.open({ apiKey: easypostKey, apiUrl: server.url });
  const careless = {
    ...carrier,
    readShipment: async (id: string) => ({ ...(await carrier.readShipment(id)), reference: '' }),
    quote: async (request: Parameters<typeof carrier.quote>[0]) => {
      const quoted = await carrier.quote(request);
      return { ...quoted, rates: quoted.rates.toReversed() };
    },
  };
  expect(await tryCarrier(careless, { from: address, to: address, parcel })).toEqual([
    'quotes the cheapest rate first',
    'returns the reference of a shipment unchanged',
  ]);
});
