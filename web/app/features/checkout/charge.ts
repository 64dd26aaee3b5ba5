import type { AllEndpoints } from '@reprise/contract/all-endpoints';
import type { Client } from '@reprise/contract/client';
import type { TestCard } from '@reprise/contract/payments';

/** Charges the card in the browser, once its payment is open. Throws CARD_DECLINED when it was not to be. */
export type Charge = (clientSecret: string) => Promise<void>;

/** Asks the cardholder as their bank would; whether they confirmed it is them. */
export type AskCardholder = () => Promise<boolean>;

type TestCalls = Pick<Client<AllEndpoints>, 'confirmTestCard' | 'answerTestChallenge'>;

/** The built-in test processor. */
export function chargeTestCard(api: TestCalls, card: TestCard, askCardholder: AskCardholder): Charge {
  return async (clientSecret) => {
    const { status } = await api.confirmTestCard({ body: { clientSecret, card } });
    if (status === 'succeeded') return;
    const passed = await askCardholder();
    await api.answerTestChallenge({ body: { clientSecret, passed } });
  };
}
