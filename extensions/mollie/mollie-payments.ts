import type { PagePayment, PageRefund, PaymentPage } from '@reprise/extension/payment-page';

// Takes payments on the page of Mollie. PAYMENT_ADAPTER=./extensions/mollie-payments.ts MOLLIE_KEY=live_…

const { MOLLIE_URL = 'https://api.mollie.com', MOLLIE_KEY = '' } = process.env;

type Amount = { value: string; currency: string };
type Links = { _links: { checkout?: { href: string } } };
type Payment = Links & { id: string; status: string; mode: string; amount: Amount; isCancelable?: boolean };
type Refund = { id: string; status: string; amount: Amount; metadata: { refund?: string } | null };
type Answer<T> = { status: number; json: T & { detail?: string } };

async function send<T>(method: string, path: string, body?: object, key?: string): Promise<Answer<T>> {
  const response = await fetch(`${MOLLIE_URL}/v2/payments${path}`, {
    method,
    headers: {
      authorization: `Bearer ${MOLLIE_KEY}`,
      'content-type': 'application/json',
      ...(key && { 'idempotency-key': key }),
    },
    signal: AbortSignal.timeout(10_000),
    ...(body && { body: JSON.stringify(body) }),
  });
  const json = (await response.json()) as Answer<T>['json'];
  if (!response.ok && response.status !== 404 && response.status !== 422)
    throw new Error(`Mollie answered ${response.status}: ${json.detail}`);
  return { status: response.status, json };
}

const amountOf = (cents: number, currency = 'usd') => ({
  value: (cents / 100).toFixed(2),
  currency: currency.toUpperCase(),
});
const centsOf = ({ value }: Amount) => Math.round(Number(value) * 100) as PagePayment['amountCents'];

const ended = ['canceled', 'expired', 'failed'];

function toPayment({ id, status, mode, amount, _links }: Payment): PagePayment {
  const paid = status === 'paid' ? 'succeeded' : 'processing';
  return {
    id,
    status: status === 'open' ? 'open' : ended.includes(status) ? 'cancelled' : paid,
    amountCents: centsOf(amount),
    currency: amount.currency.toLowerCase(),
    livemode: mode === 'live',
    url: _links.checkout?.href ?? null,
  };
}

function toRefund({ id, status, amount, metadata }: Refund): PageRefund {
  const isFailed = status === 'failed' || status === 'canceled';
  return {
    id,
    refundId: metadata?.refund ?? null,
    amountCents: centsOf(amount),
    status: isFailed ? 'failed' : status === 'refunded' ? 'succeeded' : 'pending',
    failure: isFailed ? `The refund was ${status} at Mollie.` : null,
  };
}

const mollie: PaymentPage = {
  name: 'Mollie',
  livemode: !MOLLIE_KEY.startsWith('test_'),
  async create(key, { orderId, orderNumber, amountCents, currency, returnUrl, noticeUrl }) {
    const amount = amountOf(amountCents, currency);
    const body = {
      amount,
      description: `Order ${orderNumber}`,
      redirectUrl: returnUrl,
      metadata: { orderId },
    };
    // Mollie takes no address that it cannot reach.
    const notices = noticeUrl.startsWith('https:') ? { webhookUrl: noticeUrl } : {};
    const { status, json } = await send<Payment>('POST', '', { ...body, ...notices }, key);
    if (status !== 201) throw new Error(`Mollie refused the payment: ${json.detail}`);
    return toPayment(json);
  },
  async read(id) {
    const { status, json } = await send<Payment>('GET', `/${id}`);
    return status === 404 ? null : toPayment(json);
  },
  async cancel(id) {
    const { json } = await send<Payment>('GET', `/${id}`);
    if (json.status !== 'open') return toPayment(json);
    const cancelled = json.isCancelable ? await send<Payment>('DELETE', `/${id}`) : null;
    // Some ways to pay stay open until the payment expires.
    return cancelled?.status === 200
      ? toPayment(cancelled.json)
      : { ...toPayment(json), status: 'processing' };
  },
  async listRefunds(id) {
    const { json } = await send<{ _embedded: { refunds: Refund[] } }>('GET', `/${id}/refunds?limit=250`);
    return json._embedded.refunds.map(toRefund);
  },
  async refund({ refundId, intentId, amountCents }) {
    // Mollie forgets keys after an hour, and the shop may ask again later.
    const made = (await mollie.listRefunds(intentId)).find((refund) => refund.refundId === refundId);
    if (made) return made;
    const body = { amount: amountOf(amountCents), metadata: { refund: refundId } };
    const { status, json } = await send<Refund>('POST', `/${intentId}/refunds`, body, refundId);
    return status === 201 ? toRefund(json) : { id: null, status: 'failed', failure: json.detail ?? null };
  },
};

export default mollie;
