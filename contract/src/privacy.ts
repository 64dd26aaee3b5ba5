import { z } from 'zod';
import { alertKinds } from './alerts.ts';
import { endpoints, nothing } from './endpoint.ts';
import { order } from './orders/orders.ts';
import { email, isoDateTime, requiredText } from './wire.ts';

/** Personal data for an email without an account. */
export const guestData = z
  .object({
    exportedAt: isoDateTime,
    email: z.string(),
    /** Latest 500 guest orders. */
    orders: z.array(order),
    alerts: z.array(z.object({ product: z.string(), kind: z.enum(alertKinds), askedAt: isoDateTime })),
    /** Latest 1,000 mails to this address. */
    mails: z.array(z.object({ subject: z.string(), writtenAt: isoDateTime })),
    /** Latest 1,000 messages from this address. */
    messages: z.array(z.object({ text: z.string(), writtenAt: isoDateTime })),
  })
  .meta({ id: 'GuestData' });
export type GuestData = z.output<typeof guestData>;

const token = requiredText(300, 'The link is not complete. Open it from the mail.');

export const privacyEndpoints = endpoints({
  requestGuestData: {
    method: 'POST',
    path: '/privacy/requests',
    summary: 'Mail a link to what the shop holds for an address; the answer is the same for every address',
    access: 'public',
    rate: 'message',
    body: z.object({ email }),
    response: nothing,
  },
  openGuestData: {
    method: 'POST',
    path: '/privacy/requests/open',
    summary: 'What the shop holds for the address a link was mailed to; the link works once',
    access: 'public',
    rate: 'recovery',
    body: z.object({ token }),
    response: z.object({
      data: guestData,
      /** One-time token that erases `data` within 30 minutes. */
      erasureToken: z.string(),
    }),
  },
  eraseGuestData: {
    method: 'POST',
    path: '/privacy/requests/erase',
    summary: 'Erase what the shop holds for the address a link was mailed to',
    access: 'public',
    rate: 'recovery',
    body: z.object({ token }),
    response: z.object({
      /** Open orders are anonymized once delivered or cancelled. */
      erased: z.object({ orders: z.number(), alerts: z.number(), mails: z.number() }),
    }),
  },
});
