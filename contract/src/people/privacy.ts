import { z } from 'zod';
import { alertKinds } from '../catalog/alerts.ts';
import { endpoints, nothing } from '../endpoint.ts';
import { order } from '../sales/orders/order.ts';
import { pastOrder } from '../sales/past-orders.ts';
import { ownReturn } from '../sales/returns/return.ts';
import { email, isoDateTime, requiredText } from '../wire.ts';

/** Personal data for an email without an account. */
export const guestData = z
  .object({
    exportedAt: isoDateTime,
    email: z.string(),
    /** Latest 500 guest orders. */
    orders: z.array(order),
    /** Latest 1,000 returns of these orders. */
    returns: z.array(ownReturn),
    alerts: z.array(z.object({ product: z.string(), kind: z.enum(alertKinds), askedAt: isoDateTime })),
    /** Latest 1,000 orders of another shop. */
    pastOrders: z.array(pastOrder),
    /** Latest 1,000 mails to this address. */
    mails: z.array(z.object({ subject: z.string(), writtenAt: isoDateTime })),
    /** Latest 1,000 messages from this address. */
    messages: z.array(z.object({ text: z.string(), writtenAt: isoDateTime })),
  })
  .meta({ id: 'GuestData' });
export type GuestData = z.output<typeof guestData>;

const token = requiredText(300, 'This link is incomplete. Open it from the mail.');

export const privacyEndpoints = endpoints({
  requestGuestData: {
    method: 'POST',
    path: '/privacy/requests',
    summary: 'Mail a link to the personal data for an email; the response is the same for every email',
    access: 'public',
    rate: 'message',
    body: z.object({ email }),
    response: nothing,
  },
  openGuestData: {
    method: 'POST',
    path: '/privacy/requests/open',
    summary: 'Personal data for the email of the link, which works once',
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
    summary: 'Erase the personal data for the email of the link',
    access: 'public',
    rate: 'recovery',
    body: z.object({ token }),
    response: z.object({
      /** Open orders are anonymized once delivered or cancelled. */
      erased: z.object({ orders: z.number(), alerts: z.number(), mails: z.number() }),
    }),
  },
});
