import type { Cents } from '@reprise/contract/money';
import {
  methodNames,
  type PaymentMethod,
  type RedirectMethod,
  redirectMethods,
} from '@reprise/contract/sales/payments/payment-methods';
import type { RefundResult } from '@reprise/extension/payment-page';
import type Stripe from 'stripe';
import { isLiveKey } from '../../../foundations/settings/payment-keys.ts';
import { randomToken } from '../../../platform/database/new-id.ts';
import { currency, type Intent, type IntentRequest, type Processor } from './processor.ts';
import { unavailable } from './processor-calls.ts';
import { type StripeAccess, type StripeClient, stripeClient } from './stripe-client.ts';
import {
  listDisputes,
  listWebhookEndpoints,
  retrieveDispute,
  type StripeDispute,
  type WebhookEndpoint,
} from './stripe-disputes.ts';

/** A Stripe intent with fields that other processors do not report. */
export type StripeIntent = Intent & {
  /** Order from the metadata; null for intents of other programs. */
  orderId: string | null;
  /** Refunded amount, as far as the response includes it. */
  refundedCents: Cents;
  /** Fee that Stripe kept, as far as the response includes it; null for one in another currency. */
  feeCents: Cents | null;
  createdAt: Date;
};

export type StripeRefund = RefundResult & {
  id: string;
  /** Local refund id; null for refunds made in Stripe's dashboard. */
  refundId: string | null;
  amountCents: Cents;
};

export type StripeProcessor = Omit<Processor, 'retrieveIntent'> & {
  retrieveIntent(id: string): Promise<StripeIntent | null>;
  listIntents(since: Date): AsyncIterable<StripeIntent>;
  listRefunds(intentId: string): Promise<StripeRefund[]>;
  /** Throws unless the body was signed with this secret in the last five minutes. */
  readEvent(rawBody: Buffer, signature: string, webhookSecret: string): Promise<Stripe.Event>;
  /** Returns null when the key may not read disputes, or Stripe does not know it. */
  retrieveDispute(id: string): Promise<StripeDispute | null>;
  listDisputes(since: Date): AsyncIterable<StripeDispute>;
  /** Returns the endpoints of the account; null when the key may not read them. */
  listWebhookEndpoints(): Promise<WebhookEndpoint[] | null>;
  /** Throws when the key does not work. */
  check(): Promise<void>;
  /** Returns true when Stripe accepts the method for this account, tested by creating and cancelling an intent. */
  takes(method: RedirectMethod): Promise<boolean>;
};

const signatureToleranceSeconds = 300;

export async function stripeProcessor(access: StripeAccess): Promise<StripeProcessor> {
  const client = await stripeClient(access);
  const { ask } = client;
  const livemode = isLiveKey(access.secretKey);
  return {
    name: 'stripe',
    livemode,
    createIntent: (key, request) => createIntent(client, livemode, key, request),
    retrieveIntent: (id) => retrieveIntent(client, id),
    cancelIntent: (id) => cancelIntent(client, id),
    refund: ({ refundId, intentId, amountCents }) =>
      ask((stripe) => refund(stripe, refundId, intentId, amountCents)),
    listIntents: (since) => listIntents(client, since),
    listRefunds: (intentId) => listRefunds(client, intentId),
    readEvent: async (rawBody, signature, webhookSecret) =>
      client.stripe.webhooks.constructEvent(rawBody, signature, webhookSecret, signatureToleranceSeconds),
    retrieveDispute: (id) => retrieveDispute(client, id),
    listDisputes: (since) => listDisputes(client, since),
    listWebhookEndpoints: () => listWebhookEndpoints(client),
    check: async () => {
      await ask((stripe) => stripe.balance.retrieve());
    },
    takes: (method) => takes(client, method),
  };
}

async function createIntent(
  client: StripeClient,
  livemode: boolean,
  key: string,
  request: IntentRequest,
): Promise<Intent> {
  const { amountCents } = request;
  const intent =
    (request.redirectMethods.length > 0 && (await createWithRedirects(client, key, request))) ||
    toIntent(
      await client.ask((stripe) =>
        stripe.paymentIntents.create(cardsOnly(request), { idempotencyKey: `reprise intent ${key}` }),
      ),
    );
  if (intent.amountCents === amountCents && intent.currency === currency && intent.livemode === livemode) {
    return intent;
  }
  throw unavailable(
    10,
    new Error(`Stripe opened ${intent.id} with another amount, currency or mode than requested.`),
  );
}

function cardsOnly({ orderId, orderNumber, amountCents }: IntentRequest) {
  return {
    amount: amountCents,
    currency,
    allowed_payment_method_types: ['card' as const],
    description: `Order ${orderNumber}`,
    metadata: { reprise_order: orderId },
  };
}

/**
 * Creates an intent for cards and redirect methods; returns null when Stripe rejects one of them. The browser form must
 * name the intent's payment methods exactly, so an intent without one of them is limited to the others.
 */
async function createWithRedirects(
  client: StripeClient,
  key: string,
  request: IntentRequest,
): Promise<Intent | null> {
  const requested = request.redirectMethods;
  try {
    const created = await client.ask((stripe) =>
      stripe.paymentIntents.create(
        { ...cardsOnly(request), allowed_payment_method_types: ['card', ...requested] },
        { idempotencyKey: `reprise intent ${key} ${requested.join(' ')}` },
      ),
    );
    const intent = toIntent(created);
    const isWhole = requested.every((method) => intent.redirectMethods.includes(method));
    return isWhole ? intent : await limitTo(client, intent.id, intent.redirectMethods);
  } catch (error) {
    if (isRejection(error)) return null;
    throw error;
  }
}

async function limitTo({ ask }: StripeClient, id: string, methods: RedirectMethod[]): Promise<Intent> {
  const types = { allowed_payment_method_types: ['card' as const, ...methods] };
  const key = { idempotencyKey: `reprise ${['cards', ...methods].join(' ')} ${id}` };
  return toIntent(await ask((stripe) => stripe.paymentIntents.update(id, types, key)));
}

/**
 * Creates a $10 intent that cannot be paid, because its secret is discarded. It has no order, so the reconciliation
 * ignores it.
 */
async function takes(client: StripeClient, method: RedirectMethod): Promise<boolean> {
  try {
    const created = await client.ask((stripe) =>
      stripe.paymentIntents.create(
        {
          amount: 1000,
          currency,
          allowed_payment_method_types: ['card', method],
          description: `Asks whether ${methodNames[method]} can be offered`,
        },
        { idempotencyKey: `reprise ${method} ${randomToken(16)}` },
      ),
    );
    const intent = toIntent(created);
    await cancelIntent(client, intent.id);
    return intent.redirectMethods.includes(method);
  } catch (error) {
    if (isRejection(error)) return false;
    throw error;
  }
}

async function retrieveIntent({ ask }: StripeClient, id: string): Promise<StripeIntent | null> {
  try {
    const intent = await ask((stripe) => stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] }));
    return toIntent(intent);
  } catch (error) {
    if (codeOf(error) === 'resource_missing') return null;
    throw error;
  }
}

/** Succeeded and ended intents cannot be cancelled: then returns the current state. */
async function cancelIntent(client: StripeClient, id: string): Promise<Intent> {
  try {
    return toIntent(
      await client.ask((stripe) =>
        stripe.paymentIntents.cancel(id, {}, { idempotencyKey: `reprise cancel ${id}` }),
      ),
    );
  } catch (error) {
    if (codeOf(error) !== 'payment_intent_unexpected_state') throw error;
    const current = await retrieveIntent(client, id);
    if (!current) throw error;
    return current;
  }
}

async function refund(
  stripe: Stripe,
  refundId: string,
  intentId: string,
  amountCents: Cents,
): Promise<RefundResult> {
  try {
    const created = await stripe.refunds.create(
      { payment_intent: intentId, amount: amountCents, metadata: { reprise_refund: refundId } },
      { idempotencyKey: `reprise refund ${refundId}` },
    );
    return toRefund(created);
  } catch (error) {
    // A rejection is final; an outage is retried with the same key.
    if (!isRejection(error)) throw error;
    return { id: null, status: 'failed', failure: (error as Error).message };
  }
}

async function* listIntents({ stripe, ask }: StripeClient, since: Date): AsyncIterable<StripeIntent> {
  const created = { gte: Math.floor(since.getTime() / 1000) };
  let after: string | undefined;
  do {
    const page = await ask(() =>
      stripe.paymentIntents.list({
        created,
        limit: 100,
        expand: ['data.latest_charge.balance_transaction'],
        ...(after && { starting_after: after }),
      }),
    );
    yield* page.data.map(toIntent);
    after = page.has_more ? page.data.at(-1)?.id : undefined;
  } while (after);
}

async function listRefunds({ ask }: StripeClient, intentId: string): Promise<StripeRefund[]> {
  const page = await ask((stripe) => stripe.refunds.list({ payment_intent: intentId, limit: 100 }));
  return page.data.map(toRefund);
}

const statuses: Record<string, Intent['status']> = {
  requires_payment_method: 'open',
  requires_confirmation: 'open',
  requires_action: 'open',
  requires_capture: 'processing',
  processing: 'processing',
  succeeded: 'succeeded',
  canceled: 'cancelled',
};

function toIntent(intent: Stripe.PaymentIntent): StripeIntent {
  return {
    id: intent.id,
    clientSecret: intent.client_secret ?? '',
    pageUrl: null,
    // An unknown status of a later API version: neither treat it as paid nor end it.
    status: statuses[intent.status] ?? 'processing',
    amountCents: intent.amount as Cents,
    currency: intent.currency,
    livemode: intent.livemode,
    redirectMethods: redirectMethods.filter((method) => intent.payment_method_types.includes(method)),
    method: methodOf(intent.latest_charge),
    orderId: intent.metadata.reprise_order ?? null,
    refundedCents: refundedOf(intent.latest_charge),
    feeCents: feeOf(intent.latest_charge),
    createdAt: new Date(intent.created * 1000),
  };
}

function refundedOf(charge: Stripe.PaymentIntent['latest_charge']): Cents {
  return (typeof charge === 'object' && charge !== null ? charge.amount_refunded : 0) as Cents;
}

function feeOf(charge: Stripe.PaymentIntent['latest_charge']): Cents | null {
  const balance = typeof charge === 'object' ? charge?.balance_transaction : null;
  if (typeof balance !== 'object' || balance === null || balance.currency !== currency) return null;
  return balance.fee as Cents;
}

function methodOf(charge: Stripe.PaymentIntent['latest_charge']): PaymentMethod {
  const details = typeof charge === 'object' ? charge?.payment_method_details : null;
  return redirectMethods.find((method) => details?.type === method) ?? 'card';
}

function toRefund(refund: Stripe.Refund): StripeRefund {
  return {
    id: refund.id,
    refundId: refund.metadata?.reprise_refund ?? null,
    amountCents: refund.amount as Cents,
    status: refundStatus(refund.status),
    failure: refund.failure_reason ?? null,
  };
}

function refundStatus(status: string | null): RefundResult['status'] {
  if (status === 'succeeded') return 'succeeded';
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending';
}

/** Returns true when Stripe rejected the request, as opposed to an outage. */
function isRejection(error: unknown): boolean {
  return (error as { type?: string }).type === 'StripeInvalidRequestError';
}

function codeOf(error: unknown): string | undefined {
  return (error as { code?: string }).code;
}
