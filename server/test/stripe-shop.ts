import { afterAll, afterEach, beforeEach, expect } from 'vitest';
import { openFakeStripe } from '../../e2e/fake-stripe/fake-stripe.ts';
import type { Caller } from '../src/platform/http/endpoint.ts';
import { type As, openOrderShop, orderOf, someAddress } from './order-shop.ts';
import { openTestDatabase } from './test-database.ts';

/** Order with a payment started at Stripe. */
export type StartedOrder = {
  id: string;
  total: number;
  intent: string;
  redirectMethods: string[];
  email: string;
  as: As;
};

/**
 * Opens a shop with a fake Stripe and one clock for both; call it at the top of a test file. Each test gets a new
 * administrator and ten new phones; after it invariants and the requests to Stripe are checked.
 */
export async function openStripeShop(variables: Record<string, string> = {}) {
  const stripe = await openFakeStripe({ clock: () => shop.clock.now });
  afterAll(stripe.close);
  const database = await openTestDatabase();
  const shop = await openOrderShop(database, { ...stripe.settings, ...variables });
  const { call, place } = shop;
  const fixtures = {} as { admin: Caller; phone: string };
  beforeEach(async () => {
    shop.clock.now = new Date();
    fixtures.admin = await shop.addUser('admin');
    fixtures.phone = await shop.addProduct(10);
    stripe.forgetFaults();
    return shop.expectIntegrity;
  });
  afterEach(() => expect(stripe.objections).toEqual([]));

  const start = (
    { id, total, as }: Pick<StartedOrder, 'id' | 'total' | 'as'>,
    choice: { paymentPage?: string | null } = {},
  ) => call('createPaymentIntent', { body: { amount: total, orderId: id, ...choice } }, as);
  const placeAndStart = async (): Promise<StartedOrder> => {
    const email = `${fixtures.phone}@example.com`;
    const { order, accessToken } = await place(
      orderOf({ [fixtures.phone]: 2 }, { shippingAddress: { ...someAddress, email } }),
    );
    const as = { orderToken: accessToken };
    const { paymentIntentId: intent, redirectMethods } = await start({ ...order, as });
    return { id: order.id, total: order.total, intent, redirectMethods, email, as };
  };
  const confirm = ({ id, intent, as }: StartedOrder) =>
    call('confirmPayment', { body: { paymentIntentId: intent, orderId: id } }, as);
  const read = async ({ id }: Pick<StartedOrder, 'id'>) =>
    (await call('getOrder', { params: { id } }, { caller: fixtures.admin })).order;
  return {
    ...shop,
    fixtures,
    stripe,
    ledger: stripe.ledger,
    database,
    db: database.db,
    start,
    placeAndStart,
    confirm,
    read,
  };
}
