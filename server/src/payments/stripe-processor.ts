import type { Cents } from '@reprise/contract/money';
import type Stripe from 'stripe';
import { currency, type Intent, type IntentRequest, type Processor, type RefundAnswer } from './processor.ts';
import { type StripeAccess, type StripeClient, stripeClient, unavailable } from './stripe-client.ts';

/** What Stripe's own books say of an intent, beyond what every processor says. */
export type StripeIntent = Intent & {
  /** The order it was made for; null for what is not of this shop. */
  orderId: string | null;
  /** What went back so far, as far as the answer tells. */
  refundedCents: Cents;
  createdAt: Date;
};

export type StripeRefund = RefundAnswer & {
  id: string;
  /** Ours, where the shop asked for it; null for one made in Stripe's dashboard. */
  refundId: string | null;
  amountCents: Cents;
};

export type StripeProcessor = Omit<Processor, 'retrieveIntent'> & {
  retrieveIntent(id: string): Promise<StripeIntent | null>;
  listIntents(since: Date): AsyncIterable<StripeIntent>;
  listRefunds(intentId: string): Promise<StripeRefund[]>;
  /** Throws unless the body was signed with this secret within the last minutes. */
  readEvent(rawBody: Buffer, signature: string, webhookSecret: string): Promise<Stripe.Event>;
  /** One call that shows whether the key works. */
  check(): Promise<void>;
};

const signatureToleranceSeconds = 300;

export async function stripeProcessor(access: StripeAccess): Promise<StripeProcessor> {
  const client = await stripeClient(access);
  const { ask } = client;
  const livemode = !access.secretKey.startsWith('sk_test_') && !access.secretKey.startsWith('rk_test_');
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
    check: async () => {
      await ask((stripe) => stripe.balance.retrieve());
    },
  };
}

async function createIntent(
  { ask }: StripeClient,
  livemode: boolean,
  key: string,
  { orderId, orderNumber, amountCents }: IntentRequest,
): Promise<Intent> {
  const made = await ask((stripe) =>
    stripe.paymentIntents.create(
      {
        amount: amountCents,
        currency,
        allowed_payment_method_types: ['card'],
        description: `Order ${orderNumber}`,
        metadata: { reprise_order: orderId },
      },
      { idempotencyKey: `reprise intent ${key}` },
    ),
  );
  const intent = toIntent(made);
  if (intent.amountCents === amountCents && intent.currency === currency && intent.livemode === livemode) {
    return intent;
  }
  throw unavailable(10, new Error(`Stripe opened ${intent.id} for something else than what was asked for.`));
}

async function retrieveIntent({ ask }: StripeClient, id: string): Promise<StripeIntent | null> {
  try {
    return toIntent(await ask((stripe) => stripe.paymentIntents.retrieve(id)));
  } catch (error) {
    if (codeOf(error) === 'resource_missing') return null;
    throw error;
  }
}

/** One that has succeeded or is over cannot be cancelled: then the answer is how it stands. */
async function cancelIntent(client: StripeClient, id: string): Promise<Intent> {
  try {
    return toIntent(
      await client.ask((stripe) =>
        stripe.paymentIntents.cancel(id, {}, { idempotencyKey: `reprise cancel ${id}` }),
      ),
    );
  } catch (error) {
    if (codeOf(error) !== 'payment_intent_unexpected_state') throw error;
    const standing = await retrieveIntent(client, id);
    if (!standing) throw error;
    return standing;
  }
}

async function refund(
  stripe: Stripe,
  refundId: string,
  intentId: string,
  amountCents: Cents,
): Promise<RefundAnswer> {
  try {
    const made = await stripe.refunds.create(
      { payment_intent: intentId, amount: amountCents, metadata: { reprise_refund: refundId } },
      { idempotencyKey: `reprise refund ${refundId}` },
    );
    return toRefund(made);
  } catch (error) {
    // A refusal is final; an outage is not, and is tried again with the same key.
    if ((error as { type?: string }).type !== 'StripeInvalidRequestError') throw error;
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
        expand: ['data.latest_charge'],
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

const meanings: Record<string, Intent['status']> = {
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
    // A status of a later version of Stripe's interface: neither counted on nor ended.
    status: meanings[intent.status] ?? 'processing',
    amountCents: intent.amount as Cents,
    currency: intent.currency,
    livemode: intent.livemode,
    orderId: intent.metadata.reprise_order ?? null,
    refundedCents: refundedOf(intent.latest_charge),
    createdAt: new Date(intent.created * 1000),
  };
}

function refundedOf(charge: Stripe.PaymentIntent['latest_charge']): Cents {
  return (typeof charge === 'object' && charge !== null ? charge.amount_refunded : 0) as Cents;
}

function toRefund(made: Stripe.Refund): StripeRefund {
  return {
    id: made.id,
    refundId: made.metadata?.reprise_refund ?? null,
    amountCents: made.amount as Cents,
    status: refundStatus(made.status),
    failure: made.failure_reason ?? null,
  };
}

function refundStatus(status: string | null): RefundAnswer['status'] {
  if (status === 'succeeded') return 'succeeded';
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending';
}

function codeOf(error: unknown): string | undefined {
  return (error as { code?: string }).code;
}
