import { Problem } from '@reprise/contract/problem';
import type { Deps } from '../../platform/deps.ts';
import { isTestProcessorAllowed, readLivePayments } from '../../settings/live-payments.ts';
import { type PaymentKeys, readPaymentKeys } from '../../settings/payment-keys.ts';
import type { Processor } from './processor.ts';
import { type StripeProcessor, stripeProcessor } from './stripe-processor.ts';
import { testProcessor } from './test-processor.ts';

export type ProcessorDeps = Pick<Deps, 'db' | 'environment' | 'secret' | 'log'>;

/**
 * Who takes new payments: Stripe where there are keys, else the test processor where it is allowed. Throws
 * PAYMENT_UNAVAILABLE where nobody may: a shop without keys must not hand out goods for test cards.
 */
export async function processorInUse(deps: ProcessorDeps): Promise<Processor> {
  const processor = (await stripeInUse(deps))?.processor;
  if (processor) return assertFitsShop(deps, processor);
  if (await isTestProcessorAllowed(deps)) return testProcessor(deps.db);
  throw new Problem('PAYMENT_UNAVAILABLE', 'This store cannot take payments yet.');
}

/** Refuses test keys once real money was taken: a redeploy with another environment's keys must not sell for free. */
async function assertFitsShop(deps: ProcessorDeps, processor: StripeProcessor): Promise<StripeProcessor> {
  if (processor.livemode || (await readLivePayments(deps.db)).liveMoneySince === null) return processor;
  throw keysMissing('This shop has taken real money and its keys are test keys.');
}

/** Whoever took a payment earlier looks after it to its end. */
export async function processorOf(
  deps: ProcessorDeps,
  payment: { processor: Processor['name'] },
): Promise<Processor> {
  if (payment.processor === 'test') return testProcessor(deps.db);
  const stripe = await stripeInUse(deps);
  if (!stripe) throw keysMissing('The keys of the payment processor are not set any more.');
  return stripe.processor;
}

export type StripeInUse = { processor: StripeProcessor; keys: PaymentKeys };

/** Null without keys. Keys that cannot be read stop payments: nobody pays with a test card by accident. */
export async function stripeInUse(deps: ProcessorDeps): Promise<StripeInUse | null> {
  const keys = await readPaymentKeys(deps);
  if (keys === null) return null;
  if (keys === 'unreadable') throw keysMissing('The payment keys were sealed with another APP_SECRET.');
  const { secretKey } = keys;
  return { keys, processor: await stripeProcessor({ secretKey, apiUrl: deps.environment.stripeApiUrl }) };
}

function keysMissing(reason: string): Problem {
  return new Problem('PAYMENT_UNAVAILABLE', 'Payment is not available at the moment.', {
    cause: new Error(reason),
  });
}
