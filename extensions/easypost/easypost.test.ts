import { cents } from '@reprise/extension/money';
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
    'buys the label of a return at its price',
  ]);
});

test('a return goes to EasyPost with the addresses of the first shipment, which it swaps', async () => {
  const carrier = easyPost.open({ apiKey: easypostKey, apiUrl: server.url });
  const customer = { ...address, name: 'Ada Lovelace', city: 'Toronto', state: 'ON', country: 'CA' };
  const items = [{ description: 'Phone', quantity: 1, grams: 300, valueCents: cents(10_000) }];
  const request = { reference: 'ret_1', from: customer, to: address, parcel, items };
  const quoted = await carrier.returns?.quote(request);
  expect(quoted?.rates.map(({ price }) => price)).toEqual([758, 1240, 4100]);
  expect(server.shipments.get(quoted?.shipmentId ?? '')?.request).toMatchObject({
    is_return: true,
    from_address: { name: 'Reprise' },
    to_address: { name: 'Ada Lovelace' },
    customs_info: { contents_type: 'returned_goods', customs_signer: 'Ada Lovelace' },
  });
});

test('a carrier without return labels, and one whose returns lose their reference, are told apart', async () => {
  const carrier = easyPost.open({ apiKey: easypostKey, apiUrl: server.url });
  const shipment = { from: address, to: address, parcel };
  const { returns: _, ...outbound } = carrier;
  expect(await tryCarrier(outbound, shipment)).toEqual([]);
  const quote = (request: Parameters<typeof carrier.quote>[0]) =>
    carrier.quote({ ...request, reference: '' });
  expect(await tryCarrier({ ...carrier, returns: { quote } }, shipment)).toEqual([
    'buys the label of a return at its price',
  ]);
});
