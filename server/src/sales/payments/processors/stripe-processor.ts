import { countingFault, stripeUnits, toServiceUnits } from '@reprise/contract/minor-units';
import { type Cents, cents, defaultCurrency, storeCurrency } from '@reprise/contract/money';
import { Problem } from '@reprise/contract/problem';
import { methodNames, type RedirectMethod } from '@reprise/contract/sales/payments/payment-methods';
import type { RefundResult } from '@reprise/extension/payment-page';
import type Stripe from 'stripe';
import { isLiveKey } from '../../../foundations/settings/payment-keys.ts';
import { randomToken } from '../../../platform/database/new-id.ts';
import { disputedSentence } from '../disputes/disputed.ts';
import { type Intent, type IntentRequest, type Processor, paymentCurrency } from './processor.ts';
import { unavailable } from './processor-calls.ts';
import { type StripeAccess, type StripeClient, stripeClient } from './stripe-client.ts';
import {
  listDisputes,
  listWebhookEndpoints,
  retrieveDispute,
  type StripeDispute,
  type WebhookEndpoint,
} from './stripe-disputes.ts';
import { type StripeIntent, type StripeRefund, toIntent, toRefund } from './stripe-shapes.ts';

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
  /** Returns what is wrong with the store's currency at Stripe, in words; null if payments can be opened in it. */
  findCurrencyFault(): Promise<string | null>;
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
    page: null,
    livemode,
    createIntent: (key, request) => createIntent(client, livemode, key, request).catch(explainTooSmall),
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
    findCurrencyFault: () => findCurrencyFault(client),
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
  if (
    intent.amountCents === amountCents &&
    intent.currency === paymentCurrency() &&
    intent.livemode === livemode
  ) {
    return intent;
  }
  throw unavailable(
    10,
    new Error(`Stripe opened ${intent.id} with another amount, currency or mode than requested.`),
  );
}

/** The least charge depends on the currency and on the account's own, so only Stripe knows it. */
function explainTooSmall(error: unknown): never {
  if (codeOf(error) !== 'amount_too_small') throw error;
  throw new Problem('VALIDATION_ERROR', 'This amount is too small to be paid by card.');
}

function cardsOnly({ orderId, orderNumber, amountCents }: IntentRequest) {
  return {
    amount: toServiceUnits(stripeUnits, amountCents),
    currency: paymentCurrency(),
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

/** Returns the request of an intent of about the price of a cable, such as $10: above every least charge. */
function probe(description: string) {
  const amount = cents(storeCurrency().maxPrice / 100_000);
  return { amount: toServiceUnits(stripeUnits, amount), currency: paymentCurrency(), description };
}

/**
 * Creates an intent of a small amount that cannot be paid, because its secret is discarded. It has no order, so the reconciliation
 * ignores it.
 */
async function takes(client: StripeClient, method: RedirectMethod): Promise<boolean> {
  try {
    const created = await client.ask((stripe) =>
      stripe.paymentIntents.create(
        {
          ...probe(`Asks whether ${methodNames[method]} can be offered`),
          allowed_payment_method_types: ['card', method],
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

/** Asks by an intent that cannot be paid, as `takes` does; not in US dollars, which every account can charge. */
async function findCurrencyFault(client: StripeClient): Promise<string | null> {
  const fault = countingFault(stripeUnits, 'Stripe');
  if (fault !== null || storeCurrency().code === defaultCurrency.code) return fault;
  try {
    const created = await client.ask((stripe) =>
      stripe.paymentIntents.create(
        {
          ...probe('Asks whether the currency of the store can be charged'),
          allowed_payment_method_types: ['card'],
        },
        { idempotencyKey: `reprise currency ${randomToken(16)}` },
      ),
    );
    await cancelIntent(client, created.id);
    return null;
  } catch (error) {
    if (isRejection(error)) return `Stripe takes no payments in ${storeCurrency().code} for this account`;
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
      {
        payment_intent: intentId,
        amount: toServiceUnits(stripeUnits, amountCents),
        metadata: { reprise_refund: refundId },
      },
      { idempotencyKey: `reprise refund ${refundId}` },
    );
    return toRefund(created);
  } catch (error) {
    // A rejection is final; an outage is retried with the same key.
    if (!isRejection(error)) throw error;
    const failure = codeOf(error) === 'charge_disputed' ? disputedSentence : (error as Error).message;
    return { id: null, status: 'failed', failure };
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

/** Returns true when Stripe rejected the request, as opposed to an outage. */
function isRejection(error: unknown): boolean {
  return (error as { type?: string }).type === 'StripeInvalidRequestError';
}

function codeOf(error: unknown): string | undefined {
  return (error as { code?: string }).code;
}
