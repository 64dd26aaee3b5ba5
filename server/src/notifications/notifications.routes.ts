import type { notificationEndpoints } from '@reprise/contract/notifications';
import type { Handlers } from '../platform/endpoint.ts';
import { findMail, listMails } from './mail.queries.ts';
import { type SupportDeps, sendSupportMessage } from './send-support-message.ts';

export function notificationHandlers(deps: SupportDeps): Handlers<typeof notificationEndpoints> {
  return {
    listMails: ({ query }) => listMails(deps.db, query ?? {}),
    sendSupportMessage: async ({ body }) => {
      await sendSupportMessage(deps, body);
      return {};
    },
    getMail: async ({ params }) => ({ mail: await findMail(deps.db, params.id) }),
  };
}
