import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  createLedger,
  type FakeEvent,
  type FakeIntent,
  type FakeOutcome,
  type FakeRedirect,
  StripeError,
} from './ledger.ts';

/**
 * Fake of Stripe's API on this machine. It validates requests as Stripe does, replays responses by idempotency key,
 * writes a ledger and an event log, and fails on demand in every way a network can.
 */

export const fakeKeys = {
  publishableKey: 'pk_test_fake0000000000000000',
  secretKey: 'sk_test_fake0000000000000000',
  webhookSecret: 'whsec_fake0000000000000000',
};

/** Live keys of the same account: their objects are live, and test keys cannot find them. */
export const fakeLiveKeys = {
  publishableKey: 'pk_live_fake0000000000000000',
  secretKey: 'sk_live_fake0000000000000000',
  webhookSecret: fakeKeys.webhookSecret,
};

/** Outcome of one request. `reset` closes the connection after the work is done; `silent` never answers. */
export type Fault = 'refuse' | 'error' | 'busy' | 'silent' | 'reset' | { late: number };

type Answer = { status: number; body: object };

export type FakeRequest = {
  method: string;
  path: string;
  key: string | null;
  /** True if a live key sent the request. */
  livemode: boolean;
  params: URLSearchParams;
};

export async function openFakeStripe(options: { clock?: () => Date; port?: number } = {}) {
  const ledger = createLedger(options.clock);
  const answers = new Map<string, { params: string; answer: Answer }>();
  const running = new Set<string>();
  const requests: FakeRequest[] = [];
  const faults: Fault[] = [];
  /** Requests that the real Stripe would reject or an auditor would report. */
  const objections: string[] = [];

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const call = await readRequest(request);
    requests.push(call);
    const browser = isFromBrowser(request);
    if (!browser) object(call, request, objections);
    const fault = browser ? undefined : faults.shift();
    if (fault === 'refuse') return void request.socket.destroy();
    if (fault === 'silent') return;
    if (fault === 'error') return send(response, problem(500, 'api_error', 'Something went wrong.'));
    if (fault === 'busy') return send(response, problem(429, 'rate_limit_error', 'Too many requests.'));
    const answer = authorized(request, call, browser) ?? replayOrRun(call);
    if (fault === 'reset') return void request.socket.destroy();
    if (fault) await new Promise((resolve) => setTimeout(resolve, fault.late));
    send(response, answer);
  }

  /**
   * Replays the response stored under an idempotency key; rejects other parameters under that key and a duplicate
   * request that still runs.
   */
  function replayOrRun(call: FakeRequest): Answer {
    if (call.method !== 'POST' || call.key === null) return work(call);
    const params = `${call.path}?${call.params}`;
    const earlier = answers.get(call.key);
    if (earlier && earlier.params !== params) {
      objections.push(`the key ${call.key} was used for another request`);
      return problem(400, 'idempotency_error', 'Keys for idempotent requests can only be used once.');
    }
    if (earlier) return earlier.answer;
    if (running.has(call.key))
      return problem(409, 'idempotency_error', 'A request with this key is still running.');
    running.add(call.key);
    try {
      const answer = work(call);
      answers.set(call.key, { params, answer });
      return answer;
    } finally {
      running.delete(call.key);
    }
  }

  function work(call: FakeRequest): Answer {
    try {
      return { status: 200, body: structuredClone(route(call)) };
    } catch (error) {
      if (!(error instanceof StripeError)) throw error;
      return { status: error.status, body: error.body };
    }
  }

  function route({ method, path, params, livemode }: FakeRequest): object {
    const call = `${method} ${path.replace(/(pi|re|dp)_[0-9a-f]+/, ':id')}`;
    const id = /(?:pi|re|dp)_[0-9a-f]+/.exec(path)?.[0] ?? '';
    if (ledger.account.isRestricted && /disputes|webhook_endpoints/.test(path)) throw notPermitted();
    if (id.startsWith('pi_')) ledger.findIn(livemode, id);
    switch (call) {
      case 'GET /v1/balance':
        return { object: 'balance', livemode, available: [], pending: [] };
      case 'POST /v1/payment_intents':
        return ledger.create(
          amountOf(params),
          params.get('currency') ?? '',
          metadataOf(params),
          typesOf(params),
          livemode,
        );
      case 'GET /v1/payment_intents':
        return page(
          [...ledger.intents.values()].filter((intent) => intent.livemode === livemode),
          params,
        );
      case 'GET /v1/payment_intents/:id':
        return ledger.find(id);
      case 'POST /v1/payment_intents/:id':
        return ledger.limit(id, typesOf(params));
      case 'POST /v1/payment_intents/:id/cancel':
        return ledger.cancel(id);
      case 'POST /v1/payment_intents/:id/confirm':
        assertSameForm(ledger.find(id), params);
        if (params.has('redirect')) {
          return ledger.visit(id, redirectOf(params), params.get('return_url') ?? '');
        }
        return ledger.pay(id, (params.get('card') ?? '').replace(/\D/g, ''));
      case 'POST /v1/payment_intents/:id/challenge':
        return ledger.answer(id, params.get('passed') === 'true');
      case 'POST /v1/payment_intents/:id/leave':
        return ledger.leave(id, redirectOf(params), params.get('how') as FakeOutcome);
      case 'POST /v1/refunds':
        return ledger.refund(params.get('payment_intent') ?? '', amountOf(params), metadataOf(params));
      case 'GET /v1/refunds':
        return page(
          [...ledger.refunds.values()].filter(
            (refund) => refund.payment_intent === params.get('payment_intent'),
          ),
          params,
        );
      case 'GET /v1/disputes/:id':
        return ledger.disputes.get(id) ?? {};
      case 'GET /v1/disputes':
        return page([...ledger.disputes.values()], params);
      case 'POST /v1/tax/calculations':
        return taxOn(params);
      case 'GET /v1/webhook_endpoints':
        return { object: 'list', url: '/', data: ledger.account.webhooks, has_more: false };
      default:
        throw new StripeError(404, {
          type: 'invalid_request_error',
          message: `Unrecognized request URL (${method}: ${path}).`,
        });
    }
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error) => send(response, problem(500, 'api_error', String(error))));
  });
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;

  return {
    ledger,
    requests,
    objections,
    url,
    /** Environment of a shop that uses this fake. */
    settings: {
      STRIPE_API_URL: url,
      STRIPE_PUBLISHABLE_KEY: fakeKeys.publishableKey,
      STRIPE_SECRET_KEY: fakeKeys.secretKey,
      STRIPE_WEBHOOK_SECRET: fakeKeys.webhookSecret,
    },
    /** Queues one fault for each of the next requests. */
    failNext: (...next: Fault[]) => void faults.push(...next),
    forgetFaults: () => void faults.splice(0),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type FakeStripe = Awaited<ReturnType<typeof openFakeStripe>>;

/** Returns an event as Stripe posts it: the raw body and its signature header. */
export function signedEvent(
  event: FakeEvent,
  { secret = fakeKeys.webhookSecret, at = new Date() }: { secret?: string; at?: Date } = {},
): { body: string; signature: string } {
  const body = JSON.stringify(event, null, 2);
  const time = Math.floor(at.getTime() / 1000);
  const mac = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  return { body, signature: `t=${time},v1=${mac}` };
}

async function readRequest(request: IncomingMessage): Promise<FakeRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const url = new URL(request.url ?? '/', 'http://fake');
  const body = Buffer.concat(chunks).toString('utf8');
  const key = request.headers['idempotency-key'];
  return {
    method: request.method ?? 'GET',
    path: url.pathname,
    livemode: /^Bearer [ps]k_live_/.test(request.headers.authorization ?? ''),
    key: typeof key === 'string' ? key : null,
    params: body ? new URLSearchParams(body) : url.searchParams,
  };
}

/** True if the browser sent the call: it carries the publishable key. */
function isFromBrowser(request: IncomingMessage): boolean {
  const { authorization } = request.headers;
  return [fakeKeys, fakeLiveKeys].some(({ publishableKey }) => authorization === `Bearer ${publishableKey}`);
}

function authorized(request: IncomingMessage, call: FakeRequest, browser: boolean): Answer | undefined {
  if (browser && /\/(confirm|challenge|leave)$/.test(call.path)) return undefined;
  const { authorization } = request.headers;
  if ([fakeKeys, fakeLiveKeys].some(({ secretKey }) => authorization === `Bearer ${secretKey}`)) {
    return undefined;
  }
  return problem(401, 'invalid_request_error', 'Invalid API Key provided');
}

/** 13 to 19 digits that pass for a card number. */
const cardNumber = /\b(?:\d[ -]?){13,19}\b/;

/** Records an objection if a request lacks a required header or parameter, or contains a card number. */
function object({ method, path, key, params }: FakeRequest, request: IncomingMessage, objections: string[]) {
  const say = (what: string) => objections.push(`${method} ${path}: ${what}`);
  if (!request.headers['stripe-version']) say('no api version');
  if (method === 'POST' && !key?.startsWith('reprise ')) say('no idempotency key of the shop');
  if (key !== null && key.length > 255) say('the idempotency key is too long');
  for (const [name, value] of params) {
    if (/^(card|payment_method_data)/.test(name) || cardNumber.test(value)) say(`card data in ${name}`);
  }
  if (params.has('payment_method_types[0]')) say('payment_method_types is no longer supported');
  if (method === 'POST' && path === '/v1/payment_intents') {
    if (!/^card(,paypal)?(,klarna)?$/.test(typesOf(params).join())) say('other methods than the shop offers');
    const isProbe = /^reprise (paypal|klarna|currency) /.test(key ?? '');
    if (!params.get('metadata[reprise_order]') && !isProbe) say('no order in the metadata');
  }
}

/** Response to a restricted key that lacks a permission. */
function notPermitted(): StripeError {
  return new StripeError(403, {
    type: 'invalid_request_error',
    message: 'The provided key does not have the required permissions for this endpoint.',
  });
}

const redirectOf = (params: URLSearchParams) => params.get('redirect') as FakeRedirect;

function amountOf(params: URLSearchParams): number {
  const amount = params.get('amount') ?? '';
  if (/^[1-9]\d{0,7}$/.test(amount)) return Number(amount);
  throw new StripeError(400, {
    type: 'invalid_request_error',
    code: 'parameter_invalid_integer',
    message: `Invalid integer: ${amount}`,
  });
}

/**
 * Throws if the payment form lists other payment method types than its intent: Stripe rejects the confirmation.
 */
function assertSameForm({ allowed_payment_method_types: types }: FakeIntent, params: URLSearchParams): void {
  if (params.get('shows') === types.join()) return;
  throw new StripeError(400, {
    type: 'invalid_request_error',
    message: `The form shows ${params.get('shows')}, the intent allows ${types.join()}.`,
  });
}

function typesOf(params: URLSearchParams): string[] {
  return [...params].flatMap(([name, value]) =>
    name.startsWith('allowed_payment_method_types[') ? value : [],
  );
}

function metadataOf(params: URLSearchParams): Record<string, string> {
  const entries = [...params].flatMap(([name, value]) => {
    const key = /^metadata\[(\w+)\]$/.exec(name)?.[1];
    return key === undefined ? [] : [[key, value] as const];
  });
  return Object.fromEntries(entries);
}

/** Page of a list, newest first, from `created[gte]` and after `starting_after`. */
function page(all: { id: string; created: number }[], params: URLSearchParams): object {
  const since = Number(params.get('created[gte]') ?? 0);
  const newest = all.filter((item) => item.created >= since).reverse();
  const after = params.get('starting_after');
  const from = after === null ? 0 : newest.findIndex((item) => item.id === after) + 1;
  const limit = Number(params.get('limit') ?? 10);
  const data = newest.slice(from, from + limit);
  return { object: 'list', url: '/', data, has_more: from + limit < newest.length };
}

function problem(status: number, type: string, message: string): Answer {
  return { status, body: { error: { type, message } } };
}

function send(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    'request-id': 'req_fake',
    'access-control-allow-origin': '*',
  });
  response.end(JSON.stringify(body));
}

/** Tax of goods by state: Nevada 8.265%, New York 8.875%, elsewhere the seller is not registered. */
function taxOn(params: URLSearchParams): object {
  const field = (name: string) => params.get(name) ?? '';
  const address = (name: string) => field(`customer_details[address][${name}]`);
  const isComplete =
    field('currency') === 'usd' &&
    field('customer_details[address_source]') === 'shipping' &&
    field('line_items[0][tax_code]').startsWith('txcd_') &&
    field('line_items[0][tax_behavior]') === 'exclusive' &&
    /^[A-Z]{2}$/.test(address('country')) &&
    address('postal_code') !== '';
  if (!isComplete || address('postal_code') === '00000') {
    const message = 'We could not determine the customer location.';
    throw new StripeError(400, {
      type: 'invalid_request_error',
      code: 'customer_tax_location_invalid',
      message,
    });
  }
  const percentages: Record<string, number> = { NV: 8.265, NY: 8.875 };
  const amount = Number(field('line_items[0][amount]'));
  const tax = Math.round((amount * (percentages[address('state')] ?? 0)) / 100);
  return {
    object: 'tax.calculation',
    amount_total: amount + tax,
    tax_amount_exclusive: tax,
    tax_breakdown: [],
  };
}
