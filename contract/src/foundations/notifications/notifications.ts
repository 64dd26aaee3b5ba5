import { z } from 'zod';
import { endpoints, idParams, nothing } from '../../endpoint.ts';
import { pagination, pagingQuery } from '../../paging.ts';
import { email, isoDateTime, mailAddress, queryChoice, queryString, requiredText, text } from '../../wire.ts';
import { mailIntroductionEndpoints } from './mail-introductions.ts';
import { mailKinds } from './mail-kinds.ts';
import { mailServerEndpoints } from './mail-server.ts';

export const mailStates = ['mailbox', 'sent', 'failed'] as const;

export const mailSummary = z
  .object({
    id: z.string(),
    to: z.string(),
    subject: z.string(),
    kind: z.string(),
    /** "mailbox" without an SMTP server: the mail is only stored. */
    state: z.enum(mailStates),
    error: z.string().nullable(),
    createdAt: isoDateTime,
    /** Time of the last attempt or of sending. */
    updatedAt: isoDateTime,
    /** True if it contained a secret link. The stored copy shows "hidden" instead and cannot be resent. */
    containsSecret: z.boolean(),
  })
  .meta({ id: 'MailSummary' });
export type MailSummary = z.output<typeof mailSummary>;

export const mail = mailSummary.extend({ text: z.string(), html: z.string() }).meta({ id: 'Mail' });
export type Mail = z.output<typeof mail>;

export const supportMessage = z
  .object({
    name: requiredText(100, 'Please tell us your name'),
    email: mailAddress,
    /** Order number as the customer wrote it; not used for lookups. */
    orderNumber: text(40, 'An order number has at most 40 characters').optional(),
    message: requiredText(4000, 'Please write your message'),
  })
  .meta({ id: 'SupportMessage' });
export type SupportMessage = z.output<typeof supportMessage>;

export const notificationEndpoints = endpoints({
  ...mailServerEndpoints,
  ...mailIntroductionEndpoints,
  listMails: {
    method: 'GET',
    path: '/notifications/mails',
    summary: 'Mails, newest first',
    access: 'admin',
    needs: 'mails.manage',
    rate: 'read',
    query: z.object({
      ...pagingQuery,
      search: queryString(200),
      kind: queryChoice(mailKinds),
      state: queryChoice(mailStates),
    }),
    response: z.object({ mails: z.array(mailSummary), pagination }),
  },
  sendTestMail: {
    method: 'POST',
    path: '/notifications/test',
    summary: 'Send a test mail and return the result',
    access: 'admin',
    needs: 'mails.manage',
    rate: 'message',
    body: z.object({ to: email }),
    response: z.object({ mail: mailSummary }),
  },
  resendMail: {
    method: 'POST',
    path: '/notifications/mails/:id/resend',
    summary: 'Resend a mail unchanged',
    access: 'admin',
    needs: 'mails.manage',
    rate: 'message',
    params: idParams,
    body: nothing,
    response: z.object({ mail: mailSummary }),
  },
  getMail: {
    method: 'GET',
    path: '/notifications/mails/:id',
    summary: 'One mail',
    access: 'admin',
    needs: 'mails.manage',
    rate: 'read',
    params: idParams,
    response: z.object({ mail }),
  },
});
