/** @module-tag slow */
import { cents } from '@reprise/contract/money';
import { groundsOf, type ReturnReason } from '@reprise/contract/sales/returns/return-states';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openOrderShop, orderOf, someAddress } from '../../../../test/order-shop.ts';
import { numbersFrom } from '../../../../test/random-orders.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';
import { storeSettings } from '../../../foundations/settings/settings.tables.ts';
import { orders } from '../../orders/orders.tables.ts';
import { refunds } from '../../payments/payments.tables.ts';

// Random orders whose units come back in random cases, through the calls of customers and staff.

const shop = await openOrderShop(await openTestDatabase());
const { call, deps } = shop;
const admin = await shop.addUser('admin');
const prices = [20_000, 19_999, 333, 1, 7_777];
const products: string[] = [];
for (const price of prices) products.push(await shop.addProduct(50_000, cents(price)));

/** Orders of each way to tax: 2,016 in all. */
const ordersOfEach = 672;
const atOnce = 8;
let seeds = 1;

type Name = Parameters<typeof call>[0];
type Line = { id: string; product: { id: string }; quantity: number; reason: ReturnReason };
type Drawn = ReturnType<typeof numbersFrom>;

const staff = (name: Name, wire: object) => call(name, wire, { caller: admin });
const act = async (name: Name, number: string, body: object) =>
  (await staff(name, { params: { number }, body })).return;

async function sell(seed: number, draw: Drawn) {
  const chosen = products.filter(() => draw(2) === 0);
  const items = Object.fromEntries(
    (chosen.length > 0 ? chosen : products.slice(0, 1)).map((id) => [id, 1 + draw(3)]),
  );
  const shippingAddress = { ...someAddress, email: `random${seed}@example.com` };
  const shippingMethod = draw(3) === 0 ? 'express' : 'standard';
  const { order } = await shop.place(orderOf(items, { shippingAddress, shippingMethod }));
  const params = { id: order.id };
  await staff('recordPayment', { params, body: { method: 'cash' } });
  await staff('changeOrderStatus', { params, body: { status: 'delivered' } });
  return { id: order.id as string, left: new Map(Object.entries(items)) };
}

const reasons: readonly ReturnReason[] = ['not-needed', 'battery', 'withdrawal', 'damaged-in-transit'];

/** Returns a random part of what is left; `isWhole` deducts nothing and rejects nothing. */
async function returnSome(id: string, left: Map<string, number>, draw: Drawn, isWhole: boolean) {
  const open = [...left].filter(([, units]) => units > 0);
  const chosen = open.filter(() => draw(2) === 0);
  const lines = (chosen.length > 0 ? chosen : open.slice(0, 1)).map(([product, units]) => ({
    product,
    quantity: 1 + draw(units),
    reason: reasons[draw(reasons.length)],
  }));
  const opened = (await staff('openReturnForCustomer', { params: { id }, body: { lines } })).return;
  const decisions = [];
  for (const line of opened.lines as Line[]) {
    const isKept = draw(4) === 0;
    if (!isKept) await act('receiveReturn', opened.number, { line: line.id, quantity: line.quantity });
    const isRejected = !isWhole && !isKept && draw(6) === 0;
    const isLess = !isWhole && !isKept && !isRejected && draw(3) === 0;
    const deductions = isLess ? [{ reason: 'use', note: 'Worn', amount: 0.01 }] : [];
    const decision = isKept ? 'keep' : isRejected ? 'reject' : 'refund';
    const disposition = draw(2) === 0 ? 'restock' : 'scrap';
    decisions.push({ line: line.id, decision, deductions, ...(decision === 'refund' && { disposition }) });
    if (!isRejected) left.set(line.product.id, (left.get(line.product.id) ?? 0) - line.quantity);
    else left.delete(line.product.id);
  }
  const { toSettle, toSendBack } = await act('decideReturn', opened.number, { decisions });
  if (toSettle !== null) await act('settleReturn', opened.number, { amount: toSettle });
  if (toSendBack.length > 0) await act('sendBackReturn', opened.number, { lines: toSendBack });
  const isOwed = lines.some(({ reason }) => groundsOf[reason ?? 'recall'] !== 'change-of-mind');
  return { isOwed };
}

async function refundedOf(id: string): Promise<number> {
  const rows = await deps.db.select().from(refunds).where(eq(refunds.orderId, id));
  return rows.reduce((all, { amountCents }) => all + amountCents, 0);
}

/** Returns what the order cost, and the shipping in it that a return of the whole gives back, both with tax. */
async function readAmounts(id: string): Promise<{ total: number; charged: number; given: number }> {
  const [row] = await deps.db.select().from(orders).where(eq(orders.id, id));
  if (!row) throw new Error('The order was not stored.');
  const { totalCents, shippingCents, shippingTaxCents, standardShippingCents, taxIncluded } = row;
  const charged = shippingCents + (taxIncluded ? 0 : (shippingTaxCents ?? 0));
  const part = Math.min(shippingCents, standardShippingCents ?? shippingCents);
  return { total: totalCents, charged, given: part > 0 ? Math.round((charged * part) / shippingCents) : 0 };
}

/** Sells an order and returns all of it; throws where the sums differ from what was paid. */
async function runOrder(seed: number): Promise<void> {
  const draw = numbersFrom(seed);
  const isWhole = draw(2) === 0;
  const { id, left } = await sell(seed, draw);
  const { total, charged, given } = await readAmounts(id);
  let isOwed = false;
  while ([...left.values()].some((units) => units > 0)) {
    ({ isOwed } = await returnSome(id, left, draw, isWhole));
    expect(await refundedOf(id), `order of seed ${seed}`).toBeLessThanOrEqual(total);
  }
  if (isWhole)
    expect(await refundedOf(id), `order of seed ${seed}`).toBe(total - charged + (isOwed ? given : 0));
}

const set = (change: object) => deps.db.update(storeSettings).set(change);

test.each([
  ['added to the prices', { pricesIncludeTax: false, shippingTax: 'untaxed' }],
  ['added, on shipping too', { pricesIncludeTax: false, shippingTax: 'taxed' }],
  ['in the prices', { pricesIncludeTax: true, shippingTax: 'taxed' }],
])(
  'random orders give back what was paid, and never more: tax %s',
  {
    timeout: 3_600_000,
  },
  async (_, settings) => {
    await set(settings);
    const first = seeds;
    seeds += ordersOfEach;
    for (let seed = first; seed < seeds; seed += atOnce) {
      await Promise.all(Array.from({ length: atOnce }, (_unused, offset) => runOrder(seed + offset)));
    }
    await shop.expectIntegrity();
    // Orders share their products, and each change locks them in the same order.
    const { rows } = await deps.db.execute(
      sql`select deadlocks::int from pg_stat_database where datname = current_database()`,
    );
    expect(rows).toEqual([{ deadlocks: 0 }]);
  },
);
