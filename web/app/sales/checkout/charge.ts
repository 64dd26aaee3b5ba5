import type { AllEndpoints } from '@reprise/contract/all-endpoints';
import type { Client } from '@reprise/contract/client/client';
import type { RedirectMethod } from '@reprise/contract/sales/payments/payment-methods';
import { redirectMethodOf, type TestPayment } from '@reprise/contract/sales/payments/payments';

/** Payment that the shop has opened for an order. */
export type OpenPayment = {
  orderId: string;
  clientSecret: string;
  redirectMethods: RedirectMethod[];
  paymentPage: string | null;
};

export type Charge = {
  /** Name of the processor on whose page the customer pays; null: in the checkout's form. */
  page: string | null;
  /** Takes an open payment in the browser. Throws CARD_DECLINED when the payment fails. */
  take: (payment: OpenPayment) => Promise<void>;
};

/** Interface of a processor's form, or the note on its page, for the form around it. */
export type CardEntry = {
  /** Returns true when the form is complete; the form itself shows what is missing. */
  check: () => Promise<boolean>;
  charge: Charge;
};

export type QuestionKind = 'bank' | RedirectMethod;

/** Asks the customer to confirm, as their bank or the redirect method would; returns true when they agree. */
export type AskCustomer = (kind: QuestionKind) => Promise<boolean>;

type TestCalls = Pick<Client<AllEndpoints>, 'confirmTestCard' | 'answerTestChallenge'>;

/** Charges with the built-in test processor. */
export function chargeTestPayment(api: TestCalls, card: TestPayment, askPayer: AskCustomer): Charge {
  const take = async ({ clientSecret }: OpenPayment) => {
    const { status } = await api.confirmTestCard({ body: { clientSecret, card } });
    if (status === 'succeeded') return;
    const isConfirmed = await askPayer(redirectMethodOf(card) ?? 'bank');
    await api.answerTestChallenge({ body: { clientSecret, passed: isConfirmed } });
  };
  return { page: null, take };
}
