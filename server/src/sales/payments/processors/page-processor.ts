import type {
  PagePayment,
  PagePaymentRequest,
  PageRefund,
  PaymentPage,
} from '@reprise/extension/payment-page';
import { loadPaymentAdapter } from '../../../platform/adapters.ts';
import type { Environment } from '../../../platform/environment.ts';
import { currency, type Intent, type IntentRequest, type Processor } from './processor.ts';
import { processorCalls, unavailable } from './processor-calls.ts';

/** The processor of PAYMENT_ADAPTER, with what other processors do not report. */
export type PageProcessor = Processor & {
  /** Name of the processor for customers and staff. */
  title: string;
  listRefunds(intentId: string): Promise<PageRefund[]>;
};

const ask = processorCalls();

/** Returns the processor of PAYMENT_ADAPTER; null without the setting. */
export async function pageProcessor({
  paymentAdapter,
  publicUrl,
}: Pick<Environment, 'paymentAdapter' | 'publicUrl'>): Promise<PageProcessor | null> {
  if (paymentAdapter === undefined) return null;
  const page = await loadPaymentAdapter(paymentAdapter);
  return {
    name: 'adapter',
    title: page.name,
    livemode: page.livemode,
    createIntent: async (key, request) => {
      const created = await ask(() => page.create(key, requestOf(publicUrl, request)));
      return matching(toIntent(created), page, request);
    },
    retrieveIntent: async (id) => {
      const found = await ask(() => page.read(id));
      return found && toIntent(found);
    },
    cancelIntent: async (id) => toIntent(await ask(() => page.cancel(id))),
    refund: (request) => ask(() => page.refund(request)),
    listRefunds: (id) => ask(() => page.listRefunds(id)),
  };
}

function requestOf(
  publicUrl: string,
  { orderId, orderNumber, amountCents }: IntentRequest,
): PagePaymentRequest {
  const returned = new URLSearchParams({ order: orderId, returned: '1' });
  const returnUrl = `${publicUrl}/checkout?${returned}`;
  const noticeUrl = `${publicUrl}/api/payments/notices/${encodeURIComponent(orderId)}`;
  return { orderId, orderNumber, amountCents, currency, returnUrl, noticeUrl };
}

function toIntent({ url, ...payment }: PagePayment): Intent {
  return { ...payment, clientSecret: '', pageUrl: url, redirectMethods: [], method: 'online' };
}

/** Throws for a payment that is not the one requested: its page would take another amount or test money. */
function matching(intent: Intent, { livemode }: PaymentPage, { amountCents }: IntentRequest): Intent {
  const isPage = intent.pageUrl !== null && /^https?:\/\//.test(intent.pageUrl);
  const isRequested =
    intent.amountCents === amountCents && intent.currency === currency && intent.livemode === livemode;
  if (isPage && isRequested) return intent;
  const cause = new Error(
    `PAYMENT_ADAPTER opened ${intent.id} without a page or not as requested: ${intent.amountCents} ${intent.currency}.`,
  );
  throw unavailable(10, cause);
}
