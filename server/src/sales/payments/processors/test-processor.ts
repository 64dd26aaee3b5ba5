import { createHash } from 'node:crypto';
import type { Cents } from '@reprise/contract/money';
import { Problem } from '@reprise/contract/problem';
import { methodNames, type RedirectMethod } from '@reprise/contract/sales/payments/payment-methods';
import { redirectMethodOf, type TestCard, type TestPayment } from '@reprise/contract/sales/payments/payments';
import type { RefundRequest, RefundResult } from '@reprise/extension/payment-page';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { type Db, inTransaction, type Tx } from '../../../platform/database/database.ts';
import { randomToken } from '../../../platform/database/new-id.ts';
import { testIntents, testRefunds } from '../payments.tables.ts';
import { type Intent, type Processor, paymentCurrency } from './processor.ts';

// The built-in test processor simulates a card network. It is called outside of the shop's transactions, as a remote
// processor would be.

type TestIntent = typeof testIntents.$inferSelect;

export function testProcessor(db: Db): Processor {
  return {
    name: 'test',
    page: null,
    livemode: false,
    createIntent: async (key, { amountCents, redirectMethods }) => {
      const id = idFrom('pi_test', key);
      const clientSecret = newSecret(id);
      await db
        .insert(testIntents)
        .values({ id, clientSecret, amountCents, redirectMethods })
        .onConflictDoNothing();
      return toIntent(await readIntent(db, id));
    },
    retrieveIntent: async (id) => {
      const intent = await findIntent(db, id);
      return intent ? toIntent(intent) : null;
    },
    cancelIntent: async (id) => toIntent(await moveIntent(db, id, unpaid, { status: 'canceled' })),
    refund: (request) => refund(db, request),
  };
}

/** Derives the id from the key, so that repeated and parallel calls get the same one. */
function idFrom(kind: string, key: string): string {
  return `${kind}_${createHash('sha256').update(key).digest('hex').slice(0, 32)}`;
}

const newSecret = (id: string) => `${id}_secret_${randomToken(24)}`;

type PaidIntent = Pick<TestIntent, 'id' | 'clientSecret' | 'amountCents' | 'status'>;

/** Returns an intent that was paid by card, for a payment of the past. */
export function paidIntent(key: string, amountCents: Cents): PaidIntent {
  const id = idFrom('pi_test', key);
  return { id, clientSecret: newSecret(id), amountCents, status: 'succeeded' };
}

/** Stores new intents of the past, at least one; throws if a key has one. */
export async function storePaidIntents(tx: Tx, intents: PaidIntent[]): Promise<void> {
  await tx.insert(testIntents).values(intents);
}

async function findIntent(db: Db, id: string): Promise<TestIntent | undefined> {
  const [intent] = await db.select().from(testIntents).where(eq(testIntents.id, id));
  return intent;
}

async function readIntent(db: Db, id: string): Promise<TestIntent> {
  const intent = await findIntent(db, id);
  if (!intent) throw new Error(`The test processor does not know ${id}.`);
  return intent;
}

const statuses: Record<TestIntent['status'], Intent['status']> = {
  requires_payment_method: 'open',
  requires_action: 'open',
  succeeded: 'succeeded',
  canceled: 'cancelled',
  refunded: 'succeeded',
};

function toIntent({ id, clientSecret, amountCents, redirectMethods, method, status }: TestIntent): Intent {
  const plain = { id, clientSecret, amountCents, redirectMethods, method };
  return { ...plain, pageUrl: null, currency: paymentCurrency(), livemode: false, status: statuses[status] };
}

const unpaid: TestIntent['status'][] = ['requires_payment_method', 'requires_action'];

/** Pays the intent of a secret with a test payment; called by the browser. */
export async function confirmTestIntent(
  db: Db,
  clientSecret: string,
  payment: TestPayment,
): Promise<'succeeded' | 'requires_action'> {
  const intent = await findBySecret(db, clientSecret);
  if (statuses[intent.status] === 'succeeded') return 'succeeded';
  const redirected = redirectMethodOf(payment);
  if (!redirected) assertNotDeclined(payment as TestCard);
  else if (!intent.redirectMethods.includes(redirected)) throw notTaken(redirected);
  const method = redirected ?? 'card';
  const needsAction = redirected !== undefined || payment === 'pm_card_authenticationRequired';
  const status = needsAction ? 'requires_action' : 'succeeded';
  const confirmed = await moveIntent(db, intent.id, unpaid, { status, method });
  if (confirmed.status === 'canceled') throw closed();
  return confirmed.status === 'requires_action' ? 'requires_action' : 'succeeded';
}

function notTaken(method: RedirectMethod): Problem {
  const name = methodNames[method];
  return new Problem(
    'CARD_DECLINED',
    `This order cannot be paid with ${name}. Please pay with a card; nothing was charged.`,
  );
}

/** Completes the challenge of the bank or the approval at a redirect method, passed or failed. */
export async function answerChallenge(db: Db, clientSecret: string, passed: boolean): Promise<void> {
  const intent = await findBySecret(db, clientSecret);
  const updated = await moveIntent(db, intent.id, ['requires_action'], {
    status: passed ? 'succeeded' : 'requires_payment_method',
  });
  if (updated.status === 'canceled') throw closed();
  if (updated.status === 'requires_payment_method') {
    if (updated.method !== 'card') {
      const name = methodNames[updated.method];
      throw new Problem('CARD_DECLINED', `You cancelled the payment at ${name}. Nothing was charged.`, {
        details: { declineCode: 'payment_cancelled' },
      });
    }
    throw new Problem(
      'CARD_DECLINED',
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
      { details: { declineCode: 'authentication_required' } },
    );
  }
}

async function findBySecret(db: Db, clientSecret: string): Promise<TestIntent> {
  const [intent] = await db.select().from(testIntents).where(eq(testIntents.clientSecret, clientSecret));
  if (!intent) throw new Problem('NOT_FOUND', 'Payment not found.');
  return intent;
}

function closed(): Problem {
  return new Problem('PAYMENT_NOT_COMPLETED', 'This payment is closed. Please start again.');
}

/** A single conditional update, so that of two concurrent changes only one succeeds. */
async function moveIntent(
  db: Db,
  id: string,
  from: TestIntent['status'][],
  to: Pick<TestIntent, 'status'> & Partial<Pick<TestIntent, 'method'>>,
): Promise<TestIntent> {
  await db
    .update(testIntents)
    .set(to)
    .where(and(eq(testIntents.id, id), inArray(testIntents.status, from)));
  return readIntent(db, id);
}

/** Refunds an intent; idempotent by id. Returns `failed` when the amount exceeds the rest. */
async function refund(db: Db, { refundId, intentId, amountCents }: RefundRequest): Promise<RefundResult> {
  const id = idFrom('re_test', refundId);
  return inTransaction(db, async (tx) => {
    const [intent] = await tx.select().from(testIntents).where(eq(testIntents.id, intentId)).for('update');
    const [earlier] = await tx.select().from(testRefunds).where(eq(testRefunds.id, id));
    if (earlier) return { id, status: 'succeeded', failure: null };
    if (intent?.status !== 'succeeded' || intent.refundedCents + amountCents > intent.amountCents) {
      return { id: null, status: 'failed', failure: 'The amount exceeds what is left to refund.' };
    }
    await tx.insert(testRefunds).values({ id, intentId, amountCents });
    await tx
      .update(testIntents)
      .set({ refundedCents: sql`${testIntents.refundedCents} + ${amountCents}` })
      .where(eq(testIntents.id, intentId));
    return { id, status: 'succeeded', failure: null };
  });
}

type Decline = { declineCode: string; message: string };

type DeclinedCard = Exclude<TestCard, 'pm_card_visa' | 'pm_card_authenticationRequired'>;

const declines: Record<DeclinedCard, Decline> = {
  pm_card_chargeDeclined: { declineCode: 'generic_decline', message: 'Your card was declined.' },
  pm_card_chargeDeclinedInsufficientFunds: {
    declineCode: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
  },
  pm_card_chargeDeclinedExpiredCard: { declineCode: 'expired_card', message: 'Your card has expired.' },
  pm_card_chargeDeclinedIncorrectCvc: {
    declineCode: 'incorrect_cvc',
    message: "Your card's security code is incorrect.",
  },
  pm_card_chargeDeclinedProcessingError: {
    declineCode: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
  },
};

function assertNotDeclined(card: TestCard): void {
  if (card === 'pm_card_visa' || card === 'pm_card_authenticationRequired') return;
  const { declineCode, message } = declines[card];
  throw new Problem('CARD_DECLINED', message, { details: { declineCode } });
}
