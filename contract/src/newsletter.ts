import { z } from 'zod';
import { endpoints, nothing } from './endpoint.ts';
import { mailSummary } from './notifications.ts';
import { isoDateTime, reference, text } from './wire.ts';

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
    summary: 'How many get the weekly mail of deals, when it goes out next, and how the last one went',
    access: 'admin',
    needs: 'settings.manage',
    rate: 'read',
    response: z.object({ newsletter }),
  },
  sendTestNewsletter: {
    method: 'POST',
    path: '/newsletter/test',
    summary: 'Send the edition of this moment to the caller alone',
    access: 'admin',
    needs: 'settings.manage',
    rate: 'message',
    body: nothing,
    response: z.object({ mail: mailSummary }),
  },
  unsubscribe: {
    method: 'POST',
    path: '/newsletter/unsubscribe/:token',
    summary: 'End the weekly mail with the token of one; mail programs call it too (RFC 8058)',
    access: 'public',
    rate: 'write',
    params: z.object({ token: reference }),
    ignoresBody: true,
    response: z.object({
      /** Undoes it within an hour; null if the user had unsubscribed before. */
      undoToken: z.string().nullable(),
    }),
    message: 'You will not get it any more',
  },
  undoUnsubscribe: {
    method: 'POST',
    path: '/newsletter/undo',
    summary: 'Take back the end of the weekly mail, soon after',
    access: 'public',
    rate: 'write',
    body: z.object({ token: text(400).min(1) }),
    response: nothing,
    message: 'You will get it again',
  },
});
