import { checkedAdapter, faultOf } from '../adapter-shape.ts';
import { cents, storeCurrency } from '../money.ts';
import { type PaymentPage, paymentPageShape } from '../payment-page.ts';
import { brokenRules } from './broken-rules.ts';

const amountCents = cents(12_345);
const part = cents(2_345);

/** Takes, cancels and refunds payments; `pay` does what a customer does on the page. Returns the rules that it breaks. */
export async function tryPaymentPage(
  adapter: PaymentPage,
  pay: (paymentId: string) => Promise<void>,
): Promise<string[]> {
  const fault = faultOf<PaymentPage>(adapter, paymentPageShape);
  if (fault !== null) return [fault];
  const page = checkedAdapter<PaymentPage>('The payment page', adapter, paymentPageShape);
  const trial = `trial-${Date.now()}`;
  const create = (key: string) =>
    page.create(`${trial}-${key}`, {
      orderId: trial,
      orderNumber: 'T-1',
      amountCents,
      currency: storeCurrency().code.toLowerCase(),
      returnUrl: 'https://shop.example.com/paid',
      noticeUrl: 'https://shop.example.com/notice',
    });
  const paid = await create('paid');
  const refund = { refundId: `${trial}-refund`, intentId: paid.id, amountCents: part };
  return brokenRules({
    'opens a payment of the amount and currency with a page': async () =>
      paid.status === 'open' &&
      paid.url !== null &&
      paid.amountCents === amountCents &&
      paid.currency === storeCurrency().code.toLowerCase(),
    'returns the same payment for the same key': async () => (await create('paid')).id === paid.id,
    'opens another payment for another key': async () => (await create('other')).id !== paid.id,
    'returns null for an unknown payment': async () => (await page.read('unknown')) === null,
    'ends a payment once, or says that it may still be made': async () => {
      const { id } = await create('ended');
      const states = [await page.cancel(id), await page.cancel(id)].map(({ status }) => status);
      return states.every((status) => status === 'cancelled' || status === 'processing');
    },
    'says of a paid payment that it succeeded': async () => {
      await pay(paid.id);
      return (await page.read(paid.id))?.status === 'succeeded';
    },
    'leaves a paid payment as it is when it is cancelled': async () =>
      (await page.cancel(paid.id)).status === 'succeeded',
    'refunds once for one id': async () => {
      const [first, again] = [await page.refund(refund), await page.refund(refund)];
      const refunds = await page.listRefunds(paid.id);
      return first.id === again.id && refunds.length === 1 && refunds[0]?.amountCents === part;
    },
    'lists a refund with the id that the shop gave it': async () =>
      (await page.listRefunds(paid.id))[0]?.refundId === refund.refundId,
    'returns failed for a refund beyond the payment': async () =>
      (await page.refund({ ...refund, refundId: `${trial}-more`, amountCents })).status === 'failed',
  });
}
