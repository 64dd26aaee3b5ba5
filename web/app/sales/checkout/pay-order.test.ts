import { cents } from '@reprise/contract/money';
import { Problem } from '@reprise/contract/problem';
import type { Order } from '@reprise/contract/sales/orders/order';
import type { TestPayment } from '@reprise/contract/sales/payments/payments';
import { expect, test, vi } from 'vitest';
import { type AskCustomer, chargeTestPayment } from './charge.ts';
import { findPayment, payOrder } from './pay-order.ts';

const payable = { id: 'ord_1', total: cents(21491), accessToken: 'secret' };
const orderWith = (changes: Partial<Order>) => ({ id: 'ord_1', status: 'pending', ...changes }) as Order;
const paid = orderWith({ status: 'processing', paymentStatus: 'paid' });

function shop() {
  return {
    createPaymentIntent: vi.fn(async () => ({
      clientSecret: 'cs',
      paymentIntentId: 'pi',
      redirectMethods: ['paypal' as const],
      paymentPage: null,
    })),
    confirmTestCard: vi.fn(async () => ({ status: 'succeeded' as 'succeeded' | 'requires_action' })),
    answerTestChallenge: vi.fn(async () => ({ status: 'succeeded' as const })),
    confirmPayment: vi.fn(async () => ({ order: paid })),
    getOrder: vi.fn(async () => ({ order: paid })),
  };
}

const neverAsked: AskCustomer = async () => {
  throw new Error('the bank asked nothing');
};
const pay = (api: ReturnType<typeof shop>, card: TestPayment, ask = neverAsked) =>
  payOrder(api, payable, chargeTestPayment(api, card, ask));

test('a test card pays the order, and only its name is sent', async () => {
  const api = shop();
  expect(await pay(api, 'pm_card_visa')).toBe(paid);
  const body = { amount: 21491, orderId: 'ord_1', paymentPage: null };
  expect(api.createPaymentIntent).toHaveBeenCalledWith({ body }, { orderToken: 'secret' });
  expect(api.confirmTestCard).toHaveBeenCalledWith({ body: { clientSecret: 'cs', card: 'pm_card_visa' } });
});

test('an order that is paid already counts as paid', async () => {
  const api = shop();
  api.createPaymentIntent.mockRejectedValueOnce(new Problem('ALREADY_PAID', 'Paid'));
  expect(await pay(api, 'pm_card_visa')).toBe(paid);
  expect(api.confirmTestCard).not.toHaveBeenCalled();
});

test('a declined card throws CARD_DECLINED', async () => {
  const api = shop();
  api.confirmTestCard.mockRejectedValueOnce(new Problem('CARD_DECLINED', 'Your card was declined.'));
  await expect(pay(api, 'pm_card_chargeDeclined')).rejects.toMatchObject({
    code: 'CARD_DECLINED',
  });
  expect(api.confirmPayment).not.toHaveBeenCalled();
});

test.each([true, false])('the bank’s challenge is answered: %s', async (passed) => {
  const api = shop();
  api.confirmTestCard.mockResolvedValueOnce({ status: 'requires_action' });
  await pay(api, 'pm_card_authenticationRequired', async () => passed);
  expect(api.answerTestChallenge).toHaveBeenCalledWith({ body: { clientSecret: 'cs', passed } });
});

test('a started payment with unknown outcome is looked up', async () => {
  const api = shop();
  api.getOrder.mockResolvedValueOnce({ order: orderWith({ paymentStatus: 'started' }) });
  expect(await findPayment(api, payable)).toEqual({ order: paid, pleaseWait: null });
});

test('a started payment that has not succeeded leaves the order as it is', async () => {
  const api = shop();
  const started = orderWith({ paymentStatus: 'started' });
  api.getOrder.mockResolvedValueOnce({ order: started });
  api.confirmPayment.mockRejectedValueOnce(new Problem('PAYMENT_NOT_COMPLETED', 'Not completed'));
  expect(await findPayment(api, payable)).toEqual({ order: started, pleaseWait: null });
});

test('a processing payment must not be paid again', async () => {
  const api = shop();
  const started = orderWith({ paymentStatus: 'started' });
  api.getOrder.mockResolvedValueOnce({ order: started });
  api.confirmPayment.mockRejectedValueOnce(new Problem('IN_PROGRESS', 'On its way'));
  expect(await findPayment(api, payable)).toEqual({ order: started, pleaseWait: 'On its way' });
});

test('a payment settled during the lookup reloads the order', async () => {
  const api = shop();
  api.getOrder.mockResolvedValueOnce({ order: orderWith({ paymentStatus: 'started' }) });
  api.createPaymentIntent.mockRejectedValueOnce(new Problem('ALREADY_PAID', 'Paid'));
  expect(await findPayment(api, payable)).toEqual({ order: paid, pleaseWait: null });
});

test('a PayPal payment asks the customer to approve', async () => {
  const api = shop();
  api.confirmTestCard.mockResolvedValueOnce({ status: 'requires_action' });
  const ask = vi.fn(async () => true);
  await pay(api, 'pm_paypal', ask);
  expect(ask).toHaveBeenCalledWith('paypal');
});

test.each([
  orderWith({ paymentStatus: 'unpaid' }),
  orderWith({ paymentStatus: 'started', status: 'cancelled' }),
])('an order without a running payment is only read', async (order) => {
  const api = shop();
  api.getOrder.mockResolvedValueOnce({ order });
  expect(await findPayment(api, payable)).toEqual({ order, pleaseWait: null });
  expect(api.createPaymentIntent).not.toHaveBeenCalled();
});
