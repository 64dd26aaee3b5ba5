import type { notificationEndpoints } from '@reprise/contract/notifications';
import type { Deps } from '../platform/deps.ts';
import type { Handlers } from '../platform/endpoint.ts';
import { findMail, listMails } from './mail.queries.ts';

export function notificationHandlers(deps: Pick<Deps, 'db'>): Handlers<typeof notificationEndpoints> {
  return {
    listMails: ({ query }) => listMails(deps.db, query ?? {}),
    getMail: async ({ params }) => ({ mail: await findMail(deps.db, params.id) }),
  };
}
