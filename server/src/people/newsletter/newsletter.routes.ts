import type { newsletterEndpoints } from '@reprise/contract/people/newsletter';
import { Problem } from '@reprise/contract/problem';
import type { Deps } from '../../deps.ts';
import { sendTestMail } from '../../foundations/notifications/resend-mail.ts';
import { senderOf } from '../../foundations/notifications/smtp-sender.ts';
import { newId } from '../../platform/database/new-id.ts';
import type { Caller, Handlers } from '../../platform/http/endpoint.ts';
import { chooseDeals, readNewsletter } from './newsletter.queries.ts';
import { undoUnsubscribe, unsubscribe, unsubscribeLink } from './unsubscribe.ts';

type NewsletterDeps = Pick<Deps, 'db' | 'environment' | 'now' | 'secret'>;

export function newsletterHandlers(deps: NewsletterDeps): Handlers<typeof newsletterEndpoints> {
  return {
    getNewsletter: async () => ({ newsletter: await readNewsletter(deps.db, deps.now()) }),
    sendTestNewsletter: async (_input, { caller }) => ({ mail: await sendTest(deps, caller) }),
    unsubscribe: async ({ params }) => ({ undoToken: await unsubscribe(deps, params.token) }),
    undoUnsubscribe: async ({ body }) => {
      await undoUnsubscribe(deps, body.token);
      return {};
    },
  };
}

/** Sends the current campaign to the caller. */
async function sendTest(deps: NewsletterDeps, caller: Caller | null) {
  if (caller === null) throw new Problem('UNAUTHENTICATED', 'Please sign in.');
  const deals = await chooseDeals(deps.db);
  if (deals.length === 0) {
    throw new Problem('MAIL_NOT_SENT', 'No discounted products are in stock, so there is nothing to send.');
  }
  const { userId, email: to } = caller;
  const findSender = senderOf(deps);
  return sendTestMail(
    deps,
    await findSender(),
    {
      kind: 'newsletter',
      eventKey: newId('tst'),
      to,
      deals,
      asOf: deps.now().toISOString(),
      unsubscribeLink: unsubscribeLink(deps, userId),
      asked: true,
    },
    userId,
  );
}
