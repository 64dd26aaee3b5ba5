import { z } from 'zod';
import { endpoints, idParams } from './endpoint.ts';
import { pagination, pagingQuery } from './paging.ts';
import { moment, queryString } from './wire.ts';

export const mail = z
  .object({
    id: z.string(),
    to: z.string(),
    subject: z.string(),
    kind: z.string(),
    text: z.string(),
    html: z.string(),
    /** "mailbox" when no SMTP server is set: the mail stays in the shop's own mailbox. */
    state: z.enum(['mailbox', 'sent', 'failed']),
    error: z.string().nullable(),
    createdAt: moment,
  })
  .meta({ id: 'Mail' });
export type Mail = z.output<typeof mail>;

export const notificationEndpoints = endpoints({
  listMails: {
    method: 'GET',
    path: '/notifications/mails',
    summary: 'Mails the shop has written, newest first',
    access: 'admin',
    rate: 'read',
    query: z.object({ ...pagingQuery, search: queryString(200) }),
    response: z.object({ mails: z.array(mail), pagination }),
  },
  getMail: {
    method: 'GET',
    path: '/notifications/mails/:id',
    summary: 'One mail',
    access: 'admin',
    rate: 'read',
    params: idParams,
    response: z.object({ mail }),
  },
});
