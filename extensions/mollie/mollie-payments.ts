import { fromServiceUnits, type MinorUnits, toServiceUnits } from '@reprise/extension/minor-units';
import { type Cents, cents, storeCurrency } from '@reprise/extension/money';
import type { PagePayment, PageRefund, PaymentPage } from '@reprise/extension/payment-page';

// Takes payments on the page of Mollie. PAYMENT_ADAPTER=./extensions/mollie-payments.ts MOLLIE_KEY=live_…

const key = () => process.env.MOLLIE_KEY ?? '';
const url = () => process.env.MOLLIE_URL ?? 'https://api.mollie.com';

type Amount = { value: string; currency: string };
type Links = { _links: { checkout?: { href: string } } };
type Payment = Links & { id: string; status: string; mode: string; amount: Amount; isCancelable?: boolean };
type Refund = { id: string; status: string; amount: Amount; metadata: { refund?: string } | null };
type Answer<T> = { status: number; json: T & { detail?: string } };

async function send<T>(
  method: string,
  path: string,
  body?: object,
  idempotencyKey?: string,
): Promise<Answer<T>> {
  const response = await fetch(`${url()}/v2/payments${path}`, {
    method,
    headers: {
      authorization: `Bearer ${key()}`,
      'content-type': 'application/json',
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
    },
    signal: AbortSignal.timeout(10_000),
    ...(body && { body: JSON.stringify(body) }),
  });
  const json = (await response.json()) as Answer<T>['json'];
  if (!response.ok && response.status !== 404 && response.status !== 422)
    throw new Error(`Mollie answered ${response.status}: ${json.detail}`);
  return { status: response.status, json };
}

const currencies =
  'AED AUD BGN BRL CAD CHF CZK DKK EUR GBP HKD HUF ILS ISK JPY MXN MYR NOK NZD PHP PLN RON SEK SGD THB TWD USD ZAR'.split(
    ' ',
  );

/** https://docs.mollie.com/docs/multicurrency */
function unitsOf(code: string): MinorUnits | null {
  if (!currencies.includes(code)) return null;
  return { digits: code === 'ISK' || code === 'JPY' ? 0 : 2, step: 1 };
}

/** Mollie writes amounts with the decimals of the currency: "10.00" euros, "1000" yen. */
function amountOf(amount: Cents): Amount {
  const { code } = storeCurrency();
  const { digits } = unitsOf(code) ?? {};
  if (digits === undefined) throw new Error(`Mollie takes no payments in ${code}.`);
  return { value: (toServiceUnits(unitsOf, amount) / 10 ** digits).toFixed(digits), currency: code };
}

/** Amounts in a currency that is not the store's match no order. */
function centsOf({ value, currency }: Amount): Cents {
  const { digits = 2 } = unitsOf(currency) ?? {};
  const units = Math.round(Number(value) * 10 ** digits);
  return currency === storeCurrency().code ? fromServiceUnits(unitsOf, units) : cents(units);
}

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
  currencies,
  livemode: !key().startsWith('test_'),
  async create(key, { orderId, orderNumber, amountCents, returnUrl, noticeUrl }) {
    const amount = amountOf(amountCents);
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
