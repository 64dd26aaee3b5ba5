import type { notificationEndpoints } from '@reprise/contract/notifications';
import type { Deps } from '../deps.ts';
import { newId } from '../platform/database/new-id.ts';
import type { Handlers } from '../platform/http/endpoint.ts';
import { requireCaller } from '../platform/http/require-caller.ts';
import { findMail, listMails, readMailServer } from './mail.queries.ts';
import { resendMail, sendTestMail } from './resend-mail.ts';
import { sendSupportMessage } from './send-support-message.ts';
import { senderOf } from './smtp-sender.ts';

export function notificationHandlers(
  deps: Pick<Deps, 'db' | 'jobs' | 'now' | 'environment'>,
): Handlers<typeof notificationEndpoints> {
  const { smtpUrl } = deps.environment;
  const send = senderOf(deps.environment);
  return {
    listMails: ({ query }) => listMails(deps.db, query ?? {}),
    getMail: async ({ params }) => ({ mail: await findMail(deps.db, params.id) }),
    getMailServer: async () => ({ server: await readMailServer(deps.db, smtpUrl) }),
    sendTestMail: async ({ body }, context) => ({
      mail: await sendTestMail(
        deps,
        send,
        { kind: 'test', eventKey: newId('tst'), to: body.to },
        requireCaller(context).userId,
      ),
    }),
    resendMail: async ({ params }, context) => ({
      mail: await resendMail(deps, send, params.id, requireCaller(context).userId),
    }),
    sendSupportMessage: async ({ body }) => {
      await sendSupportMessage(deps, body);
      return {};
    },
  };
}
