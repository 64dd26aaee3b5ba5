import type { notificationEndpoints } from '@reprise/contract/foundations/notifications/notifications';
import type { Deps } from '../../deps.ts';
import { newId } from '../../platform/database/new-id.ts';
import type { Handlers } from '../../platform/http/endpoint.ts';
import { requireCaller } from '../../platform/http/require-caller.ts';
import {
  listMailIntroductions,
  previewMailIntroduction,
  setMailIntroduction,
} from './introductions/mail-introductions.ts';
import { findMail, listMails, readMailServer } from './mail.queries.ts';
import { removeMailServer, setMailServer } from './mail-server/set-mail-server.ts';
import { resendMail, sendTestMail } from './resend-mail.ts';
import { senderOf } from './smtp-sender.ts';

export function notificationHandlers(
  deps: Pick<Deps, 'db' | 'jobs' | 'now' | 'environment' | 'secret'>,
): Handlers<typeof notificationEndpoints> {
  const findSender = senderOf(deps);
  return {
    listMailIntroductions: async () => ({ introductions: await listMailIntroductions(deps.db) }),
    setMailIntroduction: async ({ params, body }, context) => ({
      introduction: await setMailIntroduction(deps, { ...params, ...body }, requireCaller(context).userId),
    }),
    previewMailIntroduction: async ({ params, body }) => ({
      mail: await previewMailIntroduction(deps, { ...params, ...body }),
    }),
    listMails: ({ query }) => listMails(deps.db, query ?? {}),
    getMail: async ({ params }) => ({ mail: await findMail(deps.db, params.id) }),
    getMailServer: async () => ({ server: await readMailServer(deps) }),
    setMailServer: async ({ body }, context) => ({
      server: await setMailServer(deps, body, requireCaller(context).userId),
    }),
    removeMailServer: async (_input, context) => ({
      server: await removeMailServer(deps, requireCaller(context).userId),
    }),
    sendTestMail: async ({ body }, context) => ({
      mail: await sendTestMail(
        deps,
        await findSender(),
        { kind: 'test', eventKey: newId('tst'), to: body.to },
        requireCaller(context).userId,
      ),
    }),
    resendMail: async ({ params }, context) => ({
      mail: await resendMail(deps, await findSender(), params.id, requireCaller(context).userId),
    }),
  };
}
