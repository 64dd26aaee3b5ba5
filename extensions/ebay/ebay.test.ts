import { cents } from '@reprise/extension/money';
import { tryChannel } from '@reprise/extension/trials/try-channel';
import { afterAll, beforeEach, expect, test } from 'vitest';
import ebay from './ebay.ts';
import { ebayKeys, openEbay } from './test/ebay-server.ts';

const server = await openEbay();
afterAll(server.close);

const channel = ebay.open(
  { ...ebayKeys, isTest: false, apiUrl: server.url },
  {
    ...{ fulfillmentPolicyId: 'f1', paymentPolicyId: 'p1', returnPolicyId: 'r1', locationKey: 'main' },
    ...{ isRefurbisher: false, categories: { phones: '9355' } },
  },
);
const offer = {
  ...{ sku: 'PHONE-1', title: 'Phone', description: 'A phone', brand: 'Acme', categoryId: 'phones' },
  ...{ condition: 'good' as const, origin: 'pre-owned' as const, gtin: null, mpn: null },
  ...{ imageUrls: ['https://cdn.example.com/phone.jpg'], properties: { Color: 'Blue' } },
  ...{ priceCents: cents(20_000), quantity: 3 },
};
const sell = async () => {
  server.sell('E-1', [{ sku: offer.sku, quantity: 1, cost: '200.00' }]);
  return 'E-1';
};

beforeEach(() => {
  for (const map of [server.items, server.offers, server.orders]) map.clear();
});

test('eBay obeys the rules of a channel', async () => {
  expect(await tryChannel(channel, offer, sell)).toEqual([]);
});

test('a channel that lists an offer twice and forgets refunds breaks two rules', async () => {
  let count = 0;
  const careless = {
    ...channel,
    list: async (...[given, id]: Parameters<typeof channel.list>) => {
      const listed = await channel.list(given, id);
      return { ...listed, offerId: id ?? `${listed.offerId}-${count++}` };
    },
    readOrder: async (id: string) => ({ ...(await channel.readOrder(id)), refunds: [] }),
  };
  const broken = await tryChannel(careless, offer, sell);
  expect(broken).toContain('finds the offer of a SKU after an answer was lost');
  expect(broken).toContain('lists a refund that was made');
});
