import { Problem } from '@reprise/contract/problem';
import type { Deps } from '../../deps.ts';
import { type PaymentKeys, readPaymentKeys } from '../../foundations/settings/payment-keys.ts';
import { type PageProcessor, pageProcessor } from '../../sales/payments/processors/page-processor.ts';
import type { Processor } from '../../sales/payments/processors/processor.ts';
import { type StripeProcessor, stripeProcessor } from '../../sales/payments/processors/stripe-processor.ts';
import { testProcessor } from '../../sales/payments/processors/test-processor.ts';
import { isTestProcessorAllowed, readLivePayments } from '../../settings/live-payments.ts';

export type ProcessorDeps = Pick<Deps, 'db' | 'environment' | 'secret' | 'log'>;

/**
 * Returns the processor for new payments: that of PAYMENT_ADAPTER, else Stripe when keys are set, else the test processor
 * when allowed. Throws PAYMENT_UNAVAILABLE otherwise: a shop without keys must not sell for test cards.
 */
export async function currentProcessor(deps: ProcessorDeps): Promise<Processor> {
  const processor = (await pageInUse(deps)) ?? (await stripeInUse(deps))?.processor;
  if (processor) return assertLiveIfRequired(deps, processor);
  if (await isTestProcessorAllowed(deps)) return testProcessor(deps.db);
  throw new Problem('PAYMENT_UNAVAILABLE', 'This store cannot take payments yet.');
}

/**
 * Throws for test keys once real money was taken: a redeploy with another environment's keys must not sell for free.
 */
async function assertLiveIfRequired(deps: ProcessorDeps, processor: Processor): Promise<Processor> {
  if (processor.livemode || (await readLivePayments(deps.db)).liveMoneySince === null) return processor;
  throw keysUnavailable('The shop has taken real payments, but its keys are those of a test mode.');
}

/** Returns the processor that took this payment; a recorded payment and one of a sales channel have none. */
export async function processorOf(
  deps: ProcessorDeps,
  payment: { processor: Processor['name'] | 'manual' | 'channel' },
): Promise<Processor> {
  if (payment.processor === 'manual' || payment.processor === 'channel')
    throw new Error('A payment that the shop did not take has no processor.');
  if (payment.processor === 'test') return testProcessor(deps.db);
  if (payment.processor === 'adapter') {
    const page = await pageInUse(deps);
    if (page) return page;
    throw keysUnavailable('PAYMENT_ADAPTER, which took the payment, is not set.');
  }
  const stripe = await stripeInUse(deps);
  if (!stripe) throw keysUnavailable('The keys of the payment processor are missing.');
  return stripe.processor;
}

/** Returns the processor of PAYMENT_ADAPTER; null without the setting. */
export const pageInUse = ({
  environment,
}: Pick<ProcessorDeps, 'environment'>): Promise<PageProcessor | null> => pageProcessor(environment);

export type StripeInUse = { processor: StripeProcessor; keys: PaymentKeys };

/**
 * Returns null without keys. Throws when keys cannot be decrypted, so that the test processor never takes over by
 * accident.
 */
export async function stripeInUse(deps: ProcessorDeps): Promise<StripeInUse | null> {
  const keys = await readPaymentKeys(deps);
  if (keys === null) return null;
  if (keys === 'unreadable')
    throw keysUnavailable('The payment keys were encrypted with another APP_SECRET.');
  const { secretKey } = keys;
  return { keys, processor: await stripeProcessor({ secretKey, apiUrl: deps.environment.stripeApiUrl }) };
}

function keysUnavailable(reason: string): Problem {
  return new Problem('PAYMENT_UNAVAILABLE', 'Payment is not available at the moment.', {
    cause: new Error(reason),
  });
}
