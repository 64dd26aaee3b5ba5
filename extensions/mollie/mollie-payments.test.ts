import { currencyOf } from '@reprise/contract/currencies';
import { defaultCurrency, setCurrency } from '@reprise/contract/money';
import { tryPaymentPage } from '@reprise/extension/trials/try-payment-page';
import { afterAll, expect, test } from 'vitest';
import { openMollie } from './test/mollie-server.ts';

const server = await openMollie();
afterAll(server.close);
Object.assign(process.env, server.settings);
const { default: mollie } = await import('./mollie-payments.ts');
const pay = async (id: string) => {
  Object.assign(server.payments.get(id) ?? {}, { status: 'paid' });
};

test('Mollie obeys the rules of a payment page', async () => {
  expect(await tryPaymentPage(mollie, pay)).toEqual([]);
  expect(server.objections).toEqual([]);
});

test('a page that refunds again when it is asked again breaks a rule', async () => {
  const { listRefunds } = mollie;
  let count = 0;
  const careless = {
    ...mollie,
    refund: (request: Parameters<typeof mollie.refund>[0]) => {
      count += 1;
      return mollie.refund({ ...request, refundId: `${request.refundId}-${count}` });
    },
    listRefunds: (id: string) => listRefunds(id),
  };
  expect(await tryPaymentPage(careless, pay)).toContain('refunds once for one id');
});

test.each(['EUR', 'HUF', 'ISK', 'JPY'])('Mollie obeys them in %s too', async (code) => {
  setCurrency(currencyOf(code));
  expect(await tryPaymentPage(mollie, pay)).toEqual([]);
  const [amount] = [...server.payments.values()].slice(-1).map(({ amount: sent }) => sent.value);
  expect(amount?.includes('.')).toBe(code === 'EUR' || code === 'HUF');
  expect(server.objections).toEqual([]);
  setCurrency(defaultCurrency);
});

test('a currency that Mollie does not know opens no payment', async () => {
  setCurrency(currencyOf('KWD'));
  await expect(tryPaymentPage(mollie, pay)).rejects.toThrow('Mollie takes no payments in KWD.');
  setCurrency(defaultCurrency);
});
