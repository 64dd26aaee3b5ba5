import { currencyOf } from '@reprise/contract/currencies';
import { cents, defaultCurrency, setCurrency } from '@reprise/contract/money';
import { afterAll, afterEach, expect, test } from 'vitest';
import { fakeKeys, openFakeStripe } from '../../../../../e2e/fake-stripe/fake-stripe.ts';
import { stripeProcessor } from './stripe-processor.ts';

const fake = await openFakeStripe();
const stripe = await stripeProcessor({ secretKey: fakeKeys.secretKey, apiUrl: fake.url });
afterAll(fake.close);
afterEach(() => setCurrency(defaultCurrency));

const open = (amountCents: number) =>
  stripe.createIntent(crypto.randomUUID(), {
    orderId: 'ord_currency',
    orderNumber: 'MJ-1',
    amountCents: cents(amountCents),
    redirectMethods: [],
  });

test.each([
  ['EUR', 129_99, 129_99, 29_99],
  ['JPY', 10_000, 10_000, 3000],
  ['HUF', 129_950_00, 129_950_00, 29_950_00],
  ['ISK', 15_000, 15_000_00, 5000],
  ['KWD', 45_120, 45_120, 5120],
] as const)('%s is charged and refunded to the unit', async (code, amount, charged, part) => {
  setCurrency(currencyOf(code));
  expect(await stripe.findCurrencyFault()).toBeNull();
  const { id, amountCents, currency } = await open(amount);
  expect([amountCents, currency]).toEqual([amount, code.toLowerCase()]);
  expect(fake.ledger.find(id)).toMatchObject({ amount: charged, currency: code.toLowerCase() });
  fake.ledger.pay(id, '4242424242424242');
  const refund = { refundId: crypto.randomUUID(), intentId: id, amountCents: cents(part) };
  expect(await stripe.refund(refund)).toMatchObject({ status: 'succeeded' });
  const paid = await stripe.retrieveIntent(id);
  expect([paid?.status, paid?.amountCents, paid?.refundedCents]).toEqual(['succeeded', amount, part]);
  expect((await stripe.listRefunds(id)).map(({ amountCents: refunded }) => refunded)).toEqual([part]);
});

test('PayPal and Klarna are left out of a currency that they do not take', async () => {
  setCurrency(currencyOf('JPY'));
  expect(await stripe.takes('paypal')).toBe(false);
  setCurrency(currencyOf('EUR'));
  expect(await stripe.takes('paypal')).toBe(true);
});

test('a currency that the account cannot charge is refused in words', async () => {
  setCurrency(currencyOf('KPW'));
  expect(await stripe.findCurrencyFault()).toBe('Stripe takes no payments in KPW for this account');
  setCurrency(currencyOf('MGA'));
  expect(await stripe.findCurrencyFault()).toContain('without the decimals');
});

test('an amount below the least charge is refused in words', async () => {
  await expect(open(49)).rejects.toMatchObject({ message: 'This amount is too small to be paid by card.' });
  setCurrency(currencyOf('HUF'));
  await expect(open(17_400)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  expect(fake.objections).toEqual([]);
});
