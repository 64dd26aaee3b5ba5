import { cents } from '@reprise/contract/money';
import { channelEndpoints } from '@reprise/contract/sales/channels/channel';
import { ebayEndpoints } from '@reprise/contract/sales/channels/ebay';
import { listingEndpoints } from '@reprise/contract/sales/channels/listings';
import { ebayKeys, openEbay } from '@reprise/ebay/test/ebay-server';
import { eq } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { callsTo } from '../../../test/call-endpoints.ts';
import { openOrderShop } from '../../../test/order-shop.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { categories, products } from '../../catalog/products/products.tables.ts';
import { channelHandlers } from '../channels/channels.routes.ts';
import { sendListings } from '../channels/send-listings.ts';
import { refunds } from '../payments/payments.tables.ts';
import { sendRefund } from '../payments/refunds/send-refund.ts';
import { channelOrders } from './channel-orders.tables.ts';
import { takeOrders } from './take-orders.ts';

const ebay = await openEbay();
afterAll(ebay.close);
const { db, ...database } = await openTestDatabase();
const shop = await openOrderShop(
  { db, ...database },
  { EBAY_API_URL: ebay.url, PUBLIC_URL: 'https://shop.example.com' },
);
const { deps } = shop;
const call = callsTo({ ...channelEndpoints, ...ebayEndpoints, ...listingEndpoints }, channelHandlers(deps));
const as = 'admin' as const;
const admin = await shop.addUser('admin');
type Name = Parameters<typeof shop.call>[0];
const staff = (name: Name, wire: object) => shop.call(name, wire, { caller: admin });

/** Sells two chargers on a channel and delivers them. */
async function sellOnChannel() {
  const rules = { name: 'eBay', buffer: 0, pricePercent: 0, priceEnding: 'exact' as const };
  const { channel } = await call('createChannel', { as, body: { kind: 'ebay', ...rules } });
  const params = { id: channel.id };
  await call('setEbayAccount', { as, params, body: { ...ebayKeys, isTest: false } });
  const category = { id: 'cat_phones', name: 'Phones', slug: 'phones', description: '', image: '' };
  await db.insert(categories).values(category);
  const policies = { fulfillmentPolicyId: 'f1', paymentPolicyId: 'p1', returnPolicyId: 'r1' };
  const settings = {
    ...policies,
    locationKey: 'main',
    isRefurbisher: false,
    categories: { cat_phones: '9355' },
  };
  await call('setEbaySettings', { as, params, body: settings });
  await call('updateChannel', { as, params, body: { ...rules, enabled: true } });
  const id = await shop.addProduct(3, cents(29_900));
  const images = ['https://cdn.example.com/phone.jpg'];
  await db.update(products).set({ categoryId: 'cat_phones', images }).where(eq(products.id, id));
  await call('addListings', { as, params, body: { products: [id] } });
  await sendListings(deps);
  ebay.sell('E-1', [{ sku: id, quantity: 2, cost: '598.00', tax: '49.34' }]);
  shop.clock.now = new Date(shop.clock.now.getTime() + 60_000);
  await takeOrders(deps);
  const [row] = await db.select().from(channelOrders);
  const order = row?.orderId ?? '';
  await staff('changeOrderStatus', { params: { id: order }, body: { status: 'shipped' } });
  await staff('changeOrderStatus', { params: { id: order }, body: { status: 'delivered' } });
  return { id, order };
}

test('a case of an order of a channel records what came back, and the channel returns the money', async () => {
  const { id, order } = await sellOnChannel();
  const lines = [{ product: id, quantity: 1, reason: 'does-not-work' }];
  const opened = await staff('openReturnForCustomer', { params: { id: order }, body: { lines } });
  const { number, state, lines: stored } = opened.return;
  expect(state).toBe('approved');
  const params = { number };
  const line = stored[0].id;
  await staff('receiveReturn', { params, body: { line, quantity: 1 } });
  const decisions = [{ line, decision: 'refund', disposition: 'restock' }];
  const decided = (await staff('decideReturn', { params, body: { decisions } })).return;
  expect(decided.toSettle).toBe(299);
  const stock = await shop.stockOf(id);
  const settled = await staff('settleReturn', { params, body: { amount: decided.toSettle } });
  expect(settled.return).toMatchObject({ state: 'closed', lines: [{ endedAs: 'refunded' }] });
  expect(await shop.stockOf(id)).toBe((stock ?? 0) + 1);
  for (const row of await db.select().from(refunds)) await sendRefund(deps, row.id);
  const { order: shown } = await staff('getOrder', { params: { id: order } });
  expect(shown.payments[0].refunds).toMatchObject([{ amount: 299 }]);
  expect(ebay.orders.get('E-1')?.refunds).toMatchObject([{ amount: { value: '299.00' } }]);
  await shop.expectIntegrity();
});
