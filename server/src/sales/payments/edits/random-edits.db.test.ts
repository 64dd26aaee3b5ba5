/** @module-tag slow */
import { cents } from '@reprise/contract/money';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openDiscounts } from '../../../../test/discount-codes.ts';
import { openOrderShop, orderOf } from '../../../../test/order-shop.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';
import { updateSettings } from '../../../foundations/settings/update-settings.ts';
import type { Caller } from '../../../platform/http/endpoint.ts';
import { orders } from '../../orders/orders.tables.ts';
import { payments, refunds } from '../payments.tables.ts';

const database = await openTestDatabase();
const { db } = database;
const shop = await openOrderShop(database);
const { call, deps } = shop;

/** Deterministic, so that a failure repeats. */
let seed = 53;
const draw = (below: number) => {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed % below;
};
const pick = <T>(list: readonly T[]): T => list[draw(list.length)] as T;

const orderCount = 30;
const stepsPerOrder = 8;

let admin: Caller;
let productIds: string[];
let codes: string[];

const read = async (id: string) => (await call('getOrder', { params: { id } }, { caller: admin })).order;

async function start(id: string) {
  const order = await read(id);
  const body = { orderId: id, amount: order.amountDue ?? order.total };
  return call('createPaymentIntent', { body }, { caller: admin });
}

async function finish(id: string, { clientSecret, paymentIntentId }: Awaited<ReturnType<typeof start>>) {
  await call('confirmTestCard', { body: { clientSecret, card: 'pm_card_visa' } });
  await call('confirmPayment', { body: { paymentIntentId, orderId: id } }, { caller: admin });
}

async function edit(id: string) {
  const order = await read(id);
  const lines = Object.fromEntries(
    Array.from({ length: 1 + draw(3) }, () => [pick(productIds), 1 + draw(4)]),
  );
  const items = Object.entries(lines).map(([product, quantity]) => ({ product, quantity }));
  const priced = items[0]?.product;
  const { name: _name, ...shippingAddress } = order.shippingAddress;
  const body = {
    version: order.version ?? 0,
    shippingAddress,
    items,
    prices: draw(3) === 0 ? [{ product: priced, price: draw(20_000) / 100 }] : [],
    shippingMethod: pick(['standard', 'express']),
    ...(draw(4) === 0 && { shipping: draw(3000) / 100 }),
    reason: 'At random',
  };
  await call('editOrder', { params: { id }, body }, { caller: admin });
}

/** Steps of an order's life; a step that does not fit its state is rejected and changes nothing. */
const steps: ((id: string) => Promise<unknown>)[] = [
  edit,
  edit,
  edit,
  async (id) => finish(id, await start(id)),
  async (id) => finish(id, await start(id)),
  async (id) => {
    // The payment page of the amount before the edit.
    const intent = await start(id);
    await edit(id);
    await finish(id, intent);
  },
  async (id) => Promise.allSettled([start(id).then((intent) => finish(id, intent)), edit(id)]),
  (id) => call('recordPayment', { params: { id }, body: { method: 'cash' } }, { caller: admin }),
  (id) =>
    call('refundOrder', { params: { id }, body: { amount: (1 + draw(20_000)) / 100 } }, { caller: admin }),
  async (id) => {
    const { product } = pick<{ product: { id: string } }>((await read(id)).items);
    const items = [{ product: product.id, quantity: 1 }];
    const body = { items, restock: draw(2) === 0, ...(draw(3) === 0 && { amount: (1 + draw(5000)) / 100 }) };
    await call('refundOrder', { params: { id }, body }, { caller: admin });
  },
  async (id) => {
    const status = draw(4) === 0 ? 'cancelled' : pick(['pending', 'processing']);
    await call('changeOrderStatus', { params: { id }, body: { status } }, { caller: admin });
    if (draw(2) === 0) await deps.jobs.workUntilIdle();
  },
];

/** Payments less refunds are the total less what is due and less the refunds that are no return of a surplus. */
async function expectBalanced(id: string) {
  const [order] = await db.select().from(orders).where(eq(orders.id, id));
  if (!order || order.status === 'cancelled') return;
  const settled = (await db.select().from(payments).where(eq(payments.orderId, id))).filter(
    ({ status }) => status === 'succeeded',
  );
  const made = (await db.select().from(refunds).where(eq(refunds.orderId, id))).filter(
    ({ paymentId, status }) =>
      settled.some(({ id }) => id === paymentId) &&
      !['failed', 'declined', 'awaiting-approval'].includes(status),
  );
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);
  const kept =
    sum(settled.map(({ amountCents }) => amountCents)) - sum(made.map(({ amountCents }) => amountCents));
  const lowered = sum(made.map(({ amountCents, surplusCents }) => amountCents - surplusCents));
  expect(kept).toBeGreaterThanOrEqual(0);
  if (order.paymentStatus === 'paid') expect(kept).toBe(order.totalCents - order.dueCents);
  if (order.paymentStatus === 'partly-refunded') {
    expect(kept).toBe(Math.max(order.totalCents, lowered) - order.dueCents - lowered);
  }
}

test('money and stock of random orders survive random edits, payments and refunds', async () => {
  const owner = await shop.addUser('admin');
  admin = { ...owner, provedAt: deps.now() };
  productIds = [];
  for (let index = 0; index < 5; index++)
    productIds.push(await shop.addProduct(300, cents(999 + draw(9000))));
  const { addCode } = await openDiscounts(shop);
  codes = [];
  const kinds = [
    { type: 'amount', amount: cents(500) },
    { type: 'amount', amount: cents(30_000) },
    { type: 'percent', percent: 15 },
    { type: 'free-shipping' },
  ] as const;
  for (const terms of kinds) codes.push((await addCode(terms)).code);
  const done = new Set<string>();
  for (let index = 0; index < orderCount; index++) {
    // The tax of the second half is a part of the prices.
    if (index === orderCount / 2)
      await updateSettings(deps, { pricesIncludeTax: true, taxBasisPoints: 2000 }, null);
    const code = draw(2) === 0 ? { discountCode: pick(codes) } : {};
    const { order } = await shop.place({ ...orderOf({ [pick(productIds)]: 1 + draw(3) }), ...code });
    for (let step = 0; step < stepsPerOrder; step++) {
      await pick(steps)(order.id).catch((error: { code?: string }) => {
        if (error.code === undefined) throw error;
      });
      await expectBalanced(order.id);
    }
    const { status, paymentStatus, amountDue = 0 } = await read(order.id);
    done.add(`${status} ${paymentStatus} ${amountDue > 0 ? 'due' : ''}`);
    if (index % 10 === 9) await shop.expectIntegrity();
  }
  await deps.jobs.workUntilIdle();
  await shop.expectIntegrity();
  expect(done.size).toBeGreaterThan(6);
});
