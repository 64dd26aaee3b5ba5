import { z } from 'zod';
import { alertKinds } from '../../catalog/alerts.ts';
import { ownReview } from '../../catalog/reviews/reviews.ts';
import { endpoints, idParams, nothing } from '../../endpoint.ts';
import { order } from '../../sales/orders/order.ts';
import { pastOrder } from '../../sales/past-orders.ts';
import { ownReturn } from '../../sales/returns/return.ts';
import { isoDateTime, mailAddress, newPassword } from '../../wire.ts';
import { savedAddress } from '../addresses.ts';
import { currentPassword } from './sign-in.ts';
import { userName, userPhone, userRecord } from './user.ts';

/** Session as shown to its user. */
export const openSession = z
  .object({
    id: z.string(),
    /** Such as "Firefox on Windows". */
    device: z.string(),
    /** True for the session of the caller. */
    current: z.boolean(),
    signedInAt: isoDateTime,
    lastSeenAt: isoDateTime,
  })
  .meta({ id: 'OpenSession' });
export type OpenSession = z.output<typeof openSession>;

/** Data export of one person, readable without the shop. */
export const ownData = z
  .object({
    exportedAt: isoDateTime,
    profile: userRecord,
    addresses: z.array(savedAddress),
    orders: z.array(order),
    /** The latest 1,000 returns of these orders. */
    returns: z.array(ownReturn),
    reviews: z.array(ownReview.extend({ product: z.string() })),
    wishlist: z.array(z.object({ product: z.string(), addedAt: isoDateTime })),
    alerts: z.array(z.object({ product: z.string(), kind: z.enum(alertKinds), askedAt: isoDateTime })),
    cart: z.array(z.object({ product: z.string(), quantity: z.number().int() })),
    /** The latest 1,000 messages to the store and its answers. */
    messages: z.array(z.object({ text: z.string(), writtenAt: isoDateTime })),
    /** The latest 1,000 mails to the profile's address; empty until it is verified. */
    mails: z.array(z.object({ subject: z.string(), writtenAt: isoDateTime })),
    /** The latest 1,000 orders of another shop; empty until the email is verified. */
    pastOrders: z.array(pastOrder),
    sessions: z.array(openSession),
  })
  .meta({ id: 'OwnData' });
export type OwnData = z.output<typeof ownData>;

/** Calls about the caller's own account. */
export const profileEndpoints = endpoints({
  getProfile: {
    method: 'GET',
    path: '/users/profile',
    summary: "Get the caller's profile with order count and total",
    access: 'customer',
    rate: 'read',
    response: z.object({ user: userRecord }),
  },
  updateProfile: {
    method: 'PUT',
    path: '/users/profile',
    summary:
      'Change the profile; email and password require the current password. A new email is pending until confirmed',
    access: 'customer',
    rate: 'write',
    body: z.object({
      name: userName.optional(),
      email: mailAddress.optional(),
      /** Null cancels an unconfirmed email change. */
      pendingEmail: z.null().optional(),
      phone: userPhone.nullish(),
      deliveryEmails: z.boolean().optional(),
      alertEmails: z.boolean().optional(),
      dealEmails: z.boolean().optional(),
      currentPassword: currentPassword.optional(),
      newPassword: newPassword.optional(),
    }),
    response: z.object({ user: userRecord }),
    message: 'Profile updated successfully!',
  },
  listSessions: {
    method: 'GET',
    path: '/users/profile/sessions',
    summary: "List the caller's sessions, last seen first",
    access: 'customer',
    rate: 'read',
    response: z.object({ sessions: z.array(openSession) }),
  },
  endSession: {
    method: 'DELETE',
    path: '/users/profile/sessions/:id',
    summary: "End one of the caller's sessions",
    access: 'customer',
    rate: 'write',
    params: idParams,
    response: nothing,
    message: 'Signed out there.',
  },
  endOtherSessions: {
    method: 'DELETE',
    path: '/users/profile/sessions',
    summary: 'End all other sessions of the caller',
    access: 'customer',
    rate: 'write',
    response: nothing,
    message: 'Signed out everywhere else.',
  },
  exportOwnData: {
    method: 'GET',
    path: '/users/profile/export',
    summary: "Export all of the caller's data",
    access: 'customer',
    rate: 'lookup',
    response: ownData,
  },
  deleteAccount: {
    method: 'POST',
    path: '/users/profile/delete',
    summary: "Erase the caller's account; their orders lose all personal data",
    access: 'customer',
    rate: 'recovery',
    body: z.object({ password: currentPassword }),
    response: nothing,
    message: 'Your account has been deleted.',
  },
});
