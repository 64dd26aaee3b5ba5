import { Problem } from '@reprise/contract/problem';
import type { Deps } from '../../../deps.ts';
import { findTestPayers, withoutTestModes } from '../../../foundations/settings/live-payments.ts';
import { type PaymentKeys, readPaymentKeys } from '../../../foundations/settings/payment-keys.ts';
import type { CallContext } from '../../../platform/http/endpoint.ts';
import { notTakingOrders } from '../../orders/placement/build-order.ts';
import type { PaymentRow } from '../payments.queries.ts';
import { type PageProcessor, pageProcessors } from './page-processor.ts';
import type { Processor } from './processor.ts';
import { type StripeProcessor, stripeProcessor } from './stripe-processor.ts';
import { testProcessor } from './test-processor.ts';

export type ProcessorDeps = Pick<Deps, 'db' | 'environment' | 'secret' | 'log'>;

/**
 * Returns the processors for new payments, that of the checkout's form first: Stripe when keys are set, and the pages of
 * PAYMENT_ADAPTER, else the test processor when it serves the caller. Throws PAYMENT_UNAVAILABLE if there is none: a shop
 * without keys must not sell for test cards.
 */
export async function offeredProcessors(
  deps: ProcessorDeps,
  { caller }: Pick<CallContext, 'caller'>,
): Promise<Processor[]> {
  const pages = await pagesInUse(deps);
  const stripe = await stripeInUse(deps).catch((error) => {
    if (pages.length === 0) throw error;
    return null;
  });
  const connected = [...(stripe ? [stripe.processor] : []), ...pages];
  const offered = await withoutTestModes(deps.db, connected);
  if (offered.length > 0) return offered;
  // A redeploy with the keys of another environment must not sell for free.
  if (connected.length > 0)
    throw keysUnavailable('The shop has taken real payments, but its keys are those of a test mode.');
  const payers = await findTestPayers(deps);
  if (payers === 'everyone' || (payers === 'staff' && caller?.role === 'admin'))
    return [testProcessor(deps.db)];
  if (payers === 'staff') throw new Problem('PAYMENT_UNAVAILABLE', notTakingOrders);
  throw new Problem('PAYMENT_UNAVAILABLE', 'This store cannot take payments yet.');
}

type TakenPayment = Pick<PaymentRow, 'processor' | 'page'>;

/** Returns true if the payment is this processor's. One without the name of its page is of the first. */
export function isOf(processor: Processor, { processor: name, page }: TakenPayment): boolean {
  return name === processor.name && (page === null || page === processor.page);
}

/** Returns the processor that took this payment; a recorded payment and one of a sales channel have none. */
export async function processorOf(deps: ProcessorDeps, payment: TakenPayment): Promise<Processor> {
  if (payment.processor === 'manual' || payment.processor === 'channel')
    throw new Error('A payment that the shop did not take has no processor.');
  if (payment.processor === 'test') return testProcessor(deps.db);
  if (payment.processor === 'adapter') {
    const page = await findPageOf(deps, payment);
    if (page) return page;
    throw keysUnavailable(
      `PAYMENT_ADAPTER does not name ${payment.page ?? 'the page'} that took the payment.`,
    );
  }
  const stripe = await stripeInUse(deps);
  if (!stripe) throw keysUnavailable('The keys of the payment processor are missing.');
  return stripe.processor;
}

/** Returns the page that took a payment; undefined if PAYMENT_ADAPTER does not name it any more. */
export async function findPageOf(
  deps: Pick<ProcessorDeps, 'environment'>,
  payment: TakenPayment,
): Promise<PageProcessor | undefined> {
  return (await pagesInUse(deps)).find((page) => isOf(page, payment));
}

const pagesInUse = ({ environment }: Pick<ProcessorDeps, 'environment'>): Promise<PageProcessor[]> =>
  pageProcessors(environment);

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
