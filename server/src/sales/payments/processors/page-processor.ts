import type {
  PagePayment,
  PagePaymentRequest,
  PageRefund,
  PaymentPage,
} from '@reprise/extension/payment-page';
import { loadPaymentPages } from '../../../platform/adapters.ts';
import type { Environment } from '../../../platform/environment.ts';
import { type Intent, type IntentRequest, type Processor, paymentCurrency } from './processor.ts';
import { processorCalls, unavailable } from './processor-calls.ts';

/** A processor of PAYMENT_ADAPTER, with what other processors do not report. */
export type PageProcessor = Processor & {
  page: string;
  listRefunds(intentId: string): Promise<PageRefund[]>;
};

/** Calls by page: one that does not respond must not close the others. */
const callsOf = new Map<string, ReturnType<typeof processorCalls>>();

/** Returns the processors of PAYMENT_ADAPTER, in its order, that take the store's currency. */
export async function pageProcessors({
  paymentAdapters,
  publicUrl,
}: Pick<Environment, 'paymentAdapters' | 'publicUrl'>): Promise<PageProcessor[]> {
  return (await loadPaymentPages(paymentAdapters)).map((page) => pageProcessor(page, publicUrl));
}

function pageProcessor(page: PaymentPage, publicUrl: string): PageProcessor {
  const ask = callsOf.get(page.name) ?? processorCalls();
  callsOf.set(page.name, ask);
  return {
    name: 'adapter',
    page: page.name,
    livemode: page.livemode,
    createIntent: async (key, request) => {
      const created = await ask(() => page.create(key, requestOf(publicUrl, request)));
      return matching(toIntent(created), page, request);
    },
    retrieveIntent: async (id) => {
      const payment = await ask(() => page.read(id));
      return payment && toIntent(payment);
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
  return { orderId, orderNumber, amountCents, currency: paymentCurrency(), returnUrl, noticeUrl };
}

function toIntent({ url, ...payment }: PagePayment): Intent {
  return { ...payment, clientSecret: '', pageUrl: url, redirectMethods: [], method: 'online' };
}

/** Throws for a payment that is not the one requested: its page would take another amount or test money. */
function matching(intent: Intent, { name, livemode }: PaymentPage, { amountCents }: IntentRequest): Intent {
  const isPage = intent.pageUrl !== null && /^https?:\/\//.test(intent.pageUrl);
  const isRequested =
    intent.amountCents === amountCents &&
    intent.currency === paymentCurrency() &&
    intent.livemode === livemode;
  if (isPage && isRequested) return intent;
  const cause = new Error(
    `${name} opened ${intent.id} without a page or not as requested: ${intent.amountCents} ${intent.currency}.`,
  );
  throw unavailable(10, cause);
}
