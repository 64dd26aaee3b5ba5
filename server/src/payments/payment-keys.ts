import type { PaymentKeysInput, PaymentSetup } from '@reprise/contract/payments/payments';
import { Problem, problemCodeOf } from '@reprise/contract/problem';
import { queueOwnerNotices } from '../notifications/security-notices.ts';
import type { Tx } from '../platform/database/database.ts';
import type { Deps } from '../platform/deps.ts';
import { readLivePayments } from '../settings/live-payments.ts';
import { isLiveKey, type PaymentKeys, readPaymentKeys, storePaymentKeys } from '../settings/payment-keys.ts';
import { endTestPayments } from './end-test-payments.ts';
import { readPaymentSetup } from './payment-setup.ts';
import { withdrawPaypal } from './processors/paypal.ts';
import { type ProcessorDeps, stripeInUse } from './processors/processors.ts';
import { stripeProcessor } from './processors/stripe-processor.ts';

type KeyDeps = ProcessorDeps & Pick<Deps, 'now' | 'jobs'>;

/** Keys are tried before they are stored: keys that do not work would close the checkout. */
export async function setPaymentKeys(
  deps: KeyDeps,
  input: PaymentKeysInput,
  actorId: string | null,
): Promise<PaymentSetup> {
  refuseFixedKeys(deps);
  const keys = complete(input, await readPaymentKeys(deps));
  refuseMixedModes(keys);
  await refuseTestKeysAfterLiveMoney(deps, keys);
  await tryKey(deps, keys.secretKey);
  await storePaymentKeys(deps, keys, actorId, (tx) => noticeOwners(tx, deps, actorId));
  if (isLiveKey(keys.secretKey)) await endTestPayments(deps);
  // The new account may not have what the old one had.
  await withdrawPaypal(deps);
  return readPaymentSetup(deps);
}

export async function removePaymentKeys(deps: KeyDeps, actorId: string | null): Promise<PaymentSetup> {
  refuseFixedKeys(deps);
  await storePaymentKeys(deps, null, actorId, (tx) => noticeOwners(tx, deps, actorId));
  return readPaymentSetup(deps);
}

/** Other owners learn of it by mail: with a stolen account somebody could lead the store's money elsewhere. */
function noticeOwners(tx: Tx, deps: KeyDeps, actorId: string | null): Promise<void> {
  return queueOwnerNotices(tx, deps, [actorId], { notice: 'payment-keys-changed' }, deps.now());
}

export async function checkPaymentKeys(deps: ProcessorDeps): Promise<{ works: boolean; detail: string }> {
  const stripe = await stripeInUse(deps).catch(() => null);
  if (!stripe) return { works: false, detail: 'There are no keys that could be read.' };
  try {
    await stripe.processor.check();
    const mode = stripe.processor.livemode ? 'live' : 'test';
    return { works: true, detail: `Stripe answered and knows the ${mode} key.` };
  } catch (error) {
    return { works: false, detail: reasonOf(error) };
  }
}

function refuseFixedKeys({ environment }: KeyDeps): void {
  if (environment.stripeSecretKey === undefined) return;
  throw new Problem(
    'VALIDATION_ERROR',
    'The keys come from the environment of the server and can only be changed there.',
  );
}

/** A secret that is left out stays as it is. */
function complete(
  input: PaymentKeysInput,
  stored: PaymentKeys | 'unreadable' | null,
): Omit<PaymentKeys, 'source'> {
  const kept = stored === 'unreadable' ? null : stored;
  const secretKey = input.secretKey || kept?.secretKey;
  const webhookSecret = input.webhookSecret || kept?.webhookSecret;
  if (!secretKey) throw missing('secretKey', 'Paste the secret key');
  if (!webhookSecret) throw missing('webhookSecret', 'Paste the signing secret of the webhook');
  return { publishableKey: input.publishableKey, secretKey, webhookSecret };
}

function missing(field: string, message: string): Problem {
  return new Problem('VALIDATION_ERROR', message, { errors: [{ field, message }] });
}

function refuseMixedModes({ publishableKey, secretKey }: Omit<PaymentKeys, 'source'>): void {
  const modeOf = (key: string) => key.split('_')[1];
  if (modeOf(publishableKey) === modeOf(secretKey)) return;
  throw missing('secretKey', 'One key is a test key and the other a live key: use two of the same kind');
}

async function refuseTestKeysAfterLiveMoney(
  { db }: KeyDeps,
  { secretKey }: Omit<PaymentKeys, 'source'>,
): Promise<void> {
  if (isLiveKey(secretKey) || (await readLivePayments(db)).liveMoneySince === null) return;
  throw missing(
    'secretKey',
    'This shop has taken real payments. Use live keys; try test keys in a shop of its own',
  );
}

async function tryKey({ environment }: KeyDeps, secretKey: string): Promise<void> {
  const processor = await stripeProcessor({ secretKey, apiUrl: environment.stripeApiUrl });
  try {
    await processor.check();
  } catch (error) {
    throw missing('secretKey', reasonOf(error));
  }
}

/** What Stripe itself said, which is about the key and never repeats more of it than its end. */
function reasonOf(error: unknown): string {
  const cause = problemCodeOf(error) === 'PAYMENT_UNAVAILABLE' ? (error as Error).cause : error;
  const type = (cause as { type?: string } | undefined)?.type;
  if (type === 'StripeAuthenticationError') return 'Stripe does not accept this secret key';
  if (type === 'StripePermissionError') return 'Stripe says that this key may not be used for this';
  return 'Stripe could not be reached. The keys were not tried';
}
