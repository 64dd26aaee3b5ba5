import { z } from 'zod';
import { endpoints, idParams, nothing } from './endpoint.ts';
import { pagination, pagingQuery } from './paging.ts';
import { email, moment, queryString, requiredText, text } from './wire.ts';

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

export const supportMessage = z
  .object({
    name: requiredText(100, 'Please tell us your name'),
    email,
    /** The order it is about, as the customer writes it; nothing is looked up by it. */
    orderNumber: text(40, 'An order number has at most 40 characters').optional(),
    message: requiredText(4000, 'Please write your message'),
  })
  .meta({ id: 'SupportMessage' });
export type SupportMessage = z.output<typeof supportMessage>;

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
  sendSupportMessage: {
    method: 'POST',
    path: '/support/messages',
    summary: 'Write to the store; both sides get a mail',
    access: 'public',
    rate: 'message',
    body: supportMessage,
    response: nothing,
    status: 201,
    message: 'Your message was sent',
  },
});
