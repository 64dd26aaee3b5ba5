import { z } from 'zod';
import { endpoints, nothing } from '../endpoint.ts';
import { mailSummary } from '../foundations/notifications/notifications.ts';
import { isoDateTime, reference, text } from '../wire.ts';

/** State of the weekly deals. */
export const newsletter = z
  .object({
    /** Number of subscribers: active customers with a verified email who opted in. */
    readers: z.number().int(),
    /** Start of the next campaign, if enabled by then. */
    next: isoDateTime,
    last: z.object({ startedAt: isoDateTime, mails: z.number().int(), isUnderWay: z.boolean() }).nullable(),
  })
  .meta({ id: 'Newsletter' });
export type Newsletter = z.output<typeof newsletter>;

export const newsletterEndpoints = endpoints({
  getNewsletter: {
    method: 'GET',
    path: '/newsletter',
    summary: 'Number of subscribers, next and last campaign of the weekly deals',
    access: 'admin',
    needs: 'settings.manage',
    rate: 'read',
    response: z.object({ newsletter }),
  },
  sendTestNewsletter: {
    method: 'POST',
    path: '/newsletter/test',
    summary: 'Send the current weekly deals to the caller only',
    access: 'admin',
    needs: 'settings.manage',
    rate: 'message',
    body: nothing,
    response: z.object({ mail: mailSummary }),
  },
  unsubscribe: {
    method: 'POST',
    path: '/newsletter/unsubscribe/:token',
    summary: 'Unsubscribe with the token of a mail; also one-click unsubscribe (RFC 8058)',
    access: 'public',
    rate: 'write',
    params: z.object({ token: reference }),
    ignoresBody: true,
    response: z.object({
      /** Undoes it within an hour; null if the user had unsubscribed before. */
      undoToken: z.string().nullable(),
    }),
    message: 'You are unsubscribed',
  },
  undoUnsubscribe: {
    method: 'POST',
    path: '/newsletter/undo',
    summary: 'Undo an unsubscribe within an hour',
    access: 'public',
    rate: 'write',
    body: z.object({ token: text(400).min(1) }),
    response: nothing,
    message: 'You are subscribed again',
  },
});
