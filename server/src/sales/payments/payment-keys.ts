import { Problem, problemCodeOf } from '@reprise/contract/problem';
import { redirectMethods } from '@reprise/contract/sales/payments/payment-methods';
import type { PaymentKeysInput, PaymentSetup } from '@reprise/contract/sales/payments/payment-setup';
import type { Deps } from '../../deps.ts';
import { queueOwnerNotices } from '../../foundations/notifications/security-notices.ts';
import { readLivePayments } from '../../foundations/settings/live-payments.ts';
import {
  isLiveKey,
  type PaymentKeys,
  readPaymentKeys,
  storePaymentKeys,
} from '../../foundations/settings/payment-keys.ts';
import type { Tx } from '../../platform/database/database.ts';
import { endTestPayments } from './end-test-payments.ts';
import { readPaymentSetup } from './payment-setup.ts';
import { type ProcessorDeps, stripeInUse } from './processors/processors.ts';
import { withdrawMethods } from './processors/redirect-methods.ts';
import { stripeProcessor } from './processors/stripe-processor.ts';

type KeyDeps = ProcessorDeps & Pick<Deps, 'now' | 'jobs' | 'alerts'>;

/** Stores new keys after testing them: invalid keys would disable checkout. */
export async function setPaymentKeys(
  deps: KeyDeps,
  input: PaymentKeysInput,
  actorId: string | null,
): Promise<PaymentSetup> {
  assertKeysEditable(deps);
  const keys = mergeKeys(input, await readPaymentKeys(deps));
  assertSameMode(keys);
  await assertNoTestKeysAfterLivePayments(deps, keys);
  await testKey(deps, keys.secretKey);
  await storePaymentKeys(deps, keys, actorId, (tx) => notifyOwners(tx, deps, actorId, keys.publishableKey));
  if (isLiveKey(keys.secretKey)) await endTestPayments(deps);
  // The new Stripe account may not support them.
  await withdrawMethods(deps, redirectMethods);
  return readPaymentSetup(deps);
}

export async function removePaymentKeys(deps: KeyDeps, actorId: string | null): Promise<PaymentSetup> {
  assertKeysEditable(deps);
  await storePaymentKeys(deps, null, actorId, (tx) => notifyOwners(tx, deps, actorId));
  return readPaymentSetup(deps);
}

/** Notifies the owners by mail: an attacker with a stolen account could redirect payments to another Stripe account. */
function notifyOwners(tx: Tx, deps: KeyDeps, actorId: string | null, publishableKey?: string): Promise<void> {
  const facts = { notice: 'payment-keys-changed', subject: publishableKey, actorId } as const;
  return queueOwnerNotices(tx, deps, facts, deps.now());
}

export async function checkPaymentKeys(deps: ProcessorDeps): Promise<{ works: boolean; detail: string }> {
  const stripe = await stripeInUse(deps).catch(() => null);
  if (!stripe) return { works: false, detail: 'No readable keys are stored.' };
  try {
    await stripe.processor.check();
    const mode = stripe.processor.livemode ? 'live' : 'test';
    return { works: true, detail: `Stripe accepts the ${mode} key.` };
  } catch (error) {
    return { works: false, detail: reasonOf(error) };
  }
}

function assertKeysEditable({ environment }: KeyDeps): void {
  if (environment.stripeSecretKey === undefined) return;
  throw new Problem('VALIDATION_ERROR', 'The keys are set in the server’s environment. Change them there.');
}

/** Returns the new keys; an omitted secret stays unchanged. */
function mergeKeys(
  input: PaymentKeysInput,
  stored: PaymentKeys | 'unreadable' | null,
): Omit<PaymentKeys, 'source'> {
  const usable = stored === 'unreadable' ? null : stored;
  const secretKey = input.secretKey || usable?.secretKey;
  const webhookSecret = input.webhookSecret || usable?.webhookSecret;
  if (!secretKey) throw invalidField('secretKey', 'Paste the secret key');
  if (!webhookSecret) throw invalidField('webhookSecret', 'Paste the webhook signing secret');
  return { publishableKey: input.publishableKey, secretKey, webhookSecret };
}

function invalidField(field: string, message: string): Problem {
  return new Problem('VALIDATION_ERROR', message, { errors: [{ field, message }] });
}

function assertSameMode({ publishableKey, secretKey }: Omit<PaymentKeys, 'source'>): void {
  const modeOf = (key: string) => key.split('_')[1];
  if (modeOf(publishableKey) === modeOf(secretKey)) return;
  throw invalidField(
    'secretKey',
    'One key is a test key and the other a live key. Use two keys of the same mode',
  );
}

async function assertNoTestKeysAfterLivePayments(
  { db }: KeyDeps,
  { secretKey }: Omit<PaymentKeys, 'source'>,
): Promise<void> {
  if (isLiveKey(secretKey) || (await readLivePayments(db)).liveMoneySince === null) return;
  throw invalidField(
    'secretKey',
    'This shop has taken real payments. Use live keys, and test keys only in a separate shop',
  );
}

async function testKey({ environment }: KeyDeps, secretKey: string): Promise<void> {
  const processor = await stripeProcessor({ secretKey, apiUrl: environment.stripeApiUrl });
  const fault = await processor
    .check()
    .then(() => processor.findCurrencyFault())
    .catch(reasonOf);
  if (fault !== null) throw invalidField('secretKey', fault);
}

/** Returns Stripe's reason, without the key. */
function reasonOf(error: unknown): string {
  const cause = problemCodeOf(error) === 'PAYMENT_UNAVAILABLE' ? (error as Error).cause : error;
  const type = (cause as { type?: string } | undefined)?.type;
  if (type === 'StripeAuthenticationError') return 'Stripe does not accept this secret key';
  if (type === 'StripePermissionError') return 'This secret key lacks the required permissions at Stripe';
  return 'Could not reach Stripe, so the keys were not tested. Try again';
}
