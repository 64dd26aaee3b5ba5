import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';

// A stand-in for Mollie, strict about what it is sent, with a page on which the browser pays.

/** Currencies that Mollie writes without decimals. */
const isWhole = (currency: string) => currency === 'JPY' || currency === 'ISK';

const amount = z
  .strictObject({
    value: z.string().regex(/^\d+(\.\d\d)?$/),
    currency: z.enum(['CHF', 'EUR', 'GBP', 'HUF', 'ISK', 'JPY', 'SEK', 'USD']),
  })
  .refine(({ value, currency }) => value.includes('.') !== isWhole(currency), 'Wrong number of decimals');
const paymentBody = z.strictObject({
  amount,
  description: z.string().min(1).max(255),
  redirectUrl: z.url(),
  webhookUrl: z.url({ protocol: /^https$/ }).optional(),
  metadata: z.strictObject({ orderId: z.string() }),
});
const refundBody = z.strictObject({ amount, metadata: z.strictObject({ refund: z.string() }) });

type Refund = { id: string; status: string; amount: z.infer<typeof amount>; metadata: object | null };
export type MolliePayment = z.infer<typeof paymentBody> & {
  id: string;
  mode: 'test';
  status: 'open' | 'pending' | 'paid' | 'canceled' | 'expired' | 'failed';
  isCancelable: boolean;
  refunds: Refund[];
};

export type Mollie = Awaited<ReturnType<typeof openMollie>>;

/** Opens the stand-in on a free port; `settings` are those of the adapter. */
export async function openMollie() {
  const payments = new Map<string, MolliePayment>();
  /** Ids by idempotency key. */
  const keys = new Map<string, string>();
  const objections: string[] = [];
  const state = { isAway: false, losesNextPost: false, isCancelable: true };
  const server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const { pathname, searchParams } = new URL(request.url ?? '', url);
    const [, first = '', id = '', sub] = pathname.split('/').filter(Boolean);
    const page = /^\/pay\/(\w+)$/.exec(pathname);
    if (page) return showPage(response, page[1] ?? '', searchParams.get('how'));
    if (state.isAway) return json(response, 503, { detail: 'Away' });
    if (request.headers.authorization !== 'Bearer test_key') return json(response, 401, { detail: 'No key' });
    if (first !== 'payments') return json(response, 404, { detail: `No path ${pathname}` });
    const result = call(request, id, sub, body.length > 0 ? JSON.parse(body.toString()) : {});
    if (state.losesNextPost && request.method === 'POST') {
      state.losesNextPost = false;
      return void response.destroy();
    }
    json(response, ...result);
  }

  function call(
    { method, headers }: IncomingMessage,
    id: string,
    sub: string | undefined,
    body: unknown,
  ): [number, object] {
    const key = String(headers['idempotency-key'] ?? '');
    if (method === 'POST' && key === '') objections.push(`POST without a key: ${JSON.stringify(body)}`);
    if (method === 'POST' && id === '') return create(key, paymentBody.safeParse(body));
    const payment = payments.get(id);
    if (!payment) return [404, { detail: 'No payment exists with this id.' }];
    if (sub === 'refunds') {
      if (method === 'GET') return [200, { _embedded: { refunds: payment.refunds } }];
      return refund(payment, refundBody.safeParse(body));
    }
    if (method !== 'DELETE') return [200, shown(payment)];
    if (payment.status !== 'open' || !payment.isCancelable)
      return [422, { detail: 'The payment cannot be canceled.' }];
    payment.status = 'canceled';
    return [200, shown(payment)];
  }

  function create(key: string, checked: ReturnType<typeof paymentBody.safeParse>): [number, object] {
    if (!checked.success) {
      objections.push(checked.error.message);
      return [422, { detail: checked.error.message }];
    }
    const known = payments.get(keys.get(key) ?? '');
    if (known) return [201, shown(known)];
    const id = `tr_${payments.size + 1}`;
    const { isCancelable } = state;
    payments.set(id, { ...checked.data, id, mode: 'test', status: 'open', isCancelable, refunds: [] });
    keys.set(key, id);
    return [201, shown(payments.get(id) as MolliePayment)];
  }

  function refund(
    payment: MolliePayment,
    checked: ReturnType<typeof refundBody.safeParse>,
  ): [number, object] {
    if (!checked.success) {
      objections.push(checked.error.message);
      return [422, { detail: checked.error.message }];
    }
    const refunded = payment.refunds.reduce((sum, { amount }) => sum + Number(amount.value), 0);
    if (refunded + Number(checked.data.amount.value) > Number(payment.amount.value) + 0.001)
      return [422, { detail: 'The amount is higher than the maximum' }];
    const id = `re_${payment.id}_${payment.refunds.length + 1}`;
    payment.refunds.push({ id, status: 'pending', ...checked.data });
    return [201, payment.refunds.at(-1) as Refund];
  }

  const shown = ({ refunds: _, ...payment }: MolliePayment) => ({
    ...payment,
    _links: payment.status === 'open' ? { checkout: { href: `${url}/pay/${payment.id}` } } : {},
  });

  function json(response: ServerResponse, status: number, body: object): void {
    response.writeHead(status, { 'content-type': 'application/hal+json' }).end(JSON.stringify(body));
  }

  /** The page that the customer sees: `how` is the status that was chosen there. */
  function showPage(response: ServerResponse, id: string, how: string | null): void {
    const payment = payments.get(id);
    if (!payment) return void response.writeHead(404).end();
    if (how === null && payment.status === 'open') {
      const choices = ['paid', 'canceled', 'pending'].map((one) => `<a href="?how=${one}">${one}</a>`);
      return void response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(`<title>Mollie</title><h1>Mollie</h1>${choices.join(' ')}`);
    }
    if (how !== null && payment.status === 'open') payment.status = how as MolliePayment['status'];
    response.writeHead(303, { location: payment.redirectUrl }).end();
  }

  return {
    url,
    payments,
    objections,
    state,
    settings: { MOLLIE_URL: url, MOLLIE_KEY: 'test_key' },
    last: () => [...payments.values()].at(-1) as MolliePayment,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
