import { afterAll, afterEach, beforeEach, expect } from 'vitest';
import { openFakeStripe } from '../../e2e/fake-stripe/fake-stripe.ts';
import type { Caller } from '../src/platform/http/endpoint.ts';
import { type As, openOrderShop, orderOf, someAddress } from './order-shop.ts';
import { openTestDatabase } from './test-database.ts';

/** An order whose payment was started at Stripe. */
export type Started = {
  id: string;
  total: number;
  intent: string;
  takesPaypal: boolean;
  email: string;
  as: As;
};

/**
 * A shop that takes its payments through a Stripe beside it, both with one clock. Each test begins now, `here` with an
 * administrator and ten of a phone of its own; after each the books add up, and Stripe had nothing to object to. Call
 * it at the top of a test file.
 */
export async function openStripeShop() {
  const stripe = await openFakeStripe({ clock: () => shop.clock.now });
  afterAll(stripe.close);
  const database = await openTestDatabase();
  const shop = await openOrderShop(database, stripe.settings);
  const { call, place } = shop;
  const here = {} as { admin: Caller; phone: string };
  beforeEach(async () => {
    shop.clock.now = new Date();
    here.admin = await shop.addUser('admin');
    here.phone = await shop.addProduct(10);
    stripe.forgetFaults();
    return shop.expectIntegrity;
  });
  afterEach(() => expect(stripe.objections).toEqual([]));

  const start = ({ id, total, as }: Pick<Started, 'id' | 'total' | 'as'>) =>
    call('createPaymentIntent', { body: { amount: total, orderId: id } }, as);
  const started = async (): Promise<Started> => {
    const email = `${here.phone}@example.com`;
    const { order, accessToken } = await place(
      orderOf({ [here.phone]: 2 }, { shippingAddress: { ...someAddress, email } }),
    );
    const as = { orderToken: accessToken };
    const { paymentIntentId: intent, takesPaypal } = await start({ ...order, as });
    return { id: order.id, total: order.total, intent, takesPaypal, email, as };
  };
  const confirm = ({ id, intent, as }: Started) =>
    call('confirmPayment', { body: { paymentIntentId: intent, orderId: id } }, as);
  const read = async ({ id }: Pick<Started, 'id'>) =>
    (await call('getOrder', { params: { id } }, { caller: here.admin })).order;
  return {
    ...shop,
    here,
    stripe,
    ledger: stripe.ledger,
    database,
    db: database.db,
    start,
    started,
    confirm,
    read,
  };
}
