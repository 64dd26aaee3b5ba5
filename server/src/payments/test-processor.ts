import { createHash } from 'node:crypto';
import type { Cents } from '@reprise/contract/money';
import type { TestCard } from '@reprise/contract/payments';
import { Problem } from '@reprise/contract/problem';
import { and, eq } from 'drizzle-orm';
import type { Db } from '../platform/database.ts';
import { randomToken } from '../platform/new-id.ts';
import { testIntents } from './payments.tables.ts';

// The built-in test processor plays the part of a card network. Its books are apart from the shop's: it is
// called outside of the shop's transactions, as a real one across the network would be.

export type Intent = typeof testIntents.$inferSelect;

/** Opens an intent. The same key gives the same intent, however often and by however many it is asked. */
export async function createIntent(db: Db, key: string, amountCents: Cents): Promise<Intent> {
  const id = `pi_test_${createHash('sha256').update(key).digest('hex').slice(0, 32)}`;
  const clientSecret = `${id}_secret_${randomToken(24)}`;
  await db.insert(testIntents).values({ id, clientSecret, amountCents }).onConflictDoNothing();
  return retrieveIntent(db, id);
}

export async function retrieveIntent(db: Db, id: string): Promise<Intent> {
  const [intent] = await db.select().from(testIntents).where(eq(testIntents.id, id));
  if (!intent) throw new Error(`The test processor does not know ${id}.`);
  return intent;
}

/** What the browser calls: tries a test card on the intent that the secret opens. */
export async function confirmWithCard(db: Db, clientSecret: string, card: TestCard): Promise<void> {
  const [intent] = await db.select().from(testIntents).where(eq(testIntents.clientSecret, clientSecret));
  if (!intent) throw new Problem('NOT_FOUND', 'Payment not found.');
  if (intent.status === 'succeeded') return;
  refuseCard(card);
  const confirmed = await moveIntent(db, intent.id, 'requires_payment_method', 'succeeded');
  if (confirmed.status !== 'succeeded') {
    throw new Problem('PAYMENT_NOT_COMPLETED', 'This payment is closed. Please start again.');
  }
}

/** Ends an intent that has not succeeded; one that has is left as it is. Returns the intent as it now stands. */
export async function cancelIntent(db: Db, id: string): Promise<Intent> {
  return moveIntent(db, id, 'requires_payment_method', 'canceled');
}

/** Gives the money back; a second time does nothing. */
export async function refundIntent(db: Db, id: string): Promise<Intent> {
  return moveIntent(db, id, 'succeeded', 'refunded');
}

/** One statement decides between two who want to move the same intent. */
async function moveIntent(db: Db, id: string, from: Intent['status'], to: Intent['status']): Promise<Intent> {
  await db
    .update(testIntents)
    .set({ status: to })
    .where(and(eq(testIntents.id, id), eq(testIntents.status, from)));
  return retrieveIntent(db, id);
}

type Decline = { declineCode: string; message: string };

const declines: Record<Exclude<TestCard, 'pm_card_visa'>, Decline> = {
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

function refuseCard(card: TestCard): void {
  if (card === 'pm_card_visa') return;
  const { declineCode, message } = declines[card];
  throw new Problem('CARD_DECLINED', message, { details: { declineCode } });
}
