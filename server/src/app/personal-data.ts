import { listOwnAlerts } from '../catalog/alerts/alerts.queries.ts';
import { eraseAlertsOf } from '../catalog/alerts/erase-user-from-alerts.ts';
import { eraseUserFromReviews } from '../catalog/reviews/erase-user-from-reviews.ts';
import { readReviewsOf } from '../catalog/reviews/review.queries.ts';
import { clearWishes } from '../catalog/wishlist/remove-wish.ts';
import { readWishesOf } from '../catalog/wishlist/wishlist.queries.ts';
import type { Deps } from '../deps.ts';
import { eraseMailsOf } from '../foundations/notifications/erase-mails.ts';
import { removeHandedOut } from '../foundations/notifications/hand-to-operator.ts';
import { readMailsTo } from '../foundations/notifications/mail.queries.ts';
import { listAddresses } from '../people/addresses/address.queries.ts';
import { removeAddresses } from '../people/addresses/save-address.ts';
import type { ReadCustomerData } from '../people/customer-records/customer-data.ts';
import type { ErasePersonalData } from '../people/identity/delete-user.ts';
import type { EmptyAccount } from '../people/identity/start-empty.ts';
import type { EraseGuest } from '../people/privacy/guest-data.ts';
import type { Queryable } from '../platform/database/database.ts';
import { clearCart, readAccountCart } from '../sales/cart/account-cart.ts';
import { readMessagesOfUser } from '../sales/conversations/conversations.queries.ts';
import { eraseConversationsOf, releaseConversations } from '../sales/conversations/erase-conversations.ts';
import { releaseOrders } from '../sales/orders/claim-orders.ts';
import { eraseGuestFromDrafts } from '../sales/orders/drafts/expire-drafts.ts';
import { eraseGuestFromOrders, eraseUserFromOrders } from '../sales/orders/erase-user-from-orders.ts';
import { readOrdersOf } from '../sales/orders/orders.queries.ts';
import { erasePastOrdersOf } from '../sales/past-orders/erase-past-orders.ts';
import { readPastOrdersOf } from '../sales/past-orders/past-orders.queries.ts';
import { assertNoOpenReturn } from '../sales/returns/assert-no-open-return.ts';
import { readReturnsOf } from '../sales/returns/own-returns.queries.ts';
import { readGuest } from './read-guest.ts';

// Personal data in all slices: what the privacy and identity slices need to erase and to hand out.

/** Erases a deleted user's personal data from everything that outlives the account; an open return refuses it. */
export function userEraser({ secret, environment }: Deps): ErasePersonalData {
  return async (tx, { id: userId, email, emailVerified: isVerified }) => {
    const orderIds = await eraseUserFromOrders(tx, secret, userId);
    await assertNoOpenReturn(tx, orderIds);
    const reviews = await eraseUserFromReviews(tx, userId);
    const alerts = await eraseAlertsOf(tx, { userId, email, isVerified });
    const messages = await eraseConversationsOf(tx, { userId, email, isVerified });
    const { mails } = await eraseMailsOf(tx, { email, isVerified, orderIds, userId });
    if (isVerified) {
      await erasePastOrdersOf(tx, email);
      await removeHandedOut(environment.dataDir, email);
    }
    return { orders: orderIds.length, reviews, alerts, messages, mails };
  };
}

/**
 * Removes what an account has stored before the owner of its address took it over. Its reviews, messages and orders
 * with another address stay without the account.
 */
export const emptyAccount: EmptyAccount = async (tx, { id: userId, email }) => {
  await removeAddresses(tx, userId);
  await clearCart(tx, userId);
  await clearWishes(tx, userId);
  await eraseAlertsOf(tx, { userId, email, isVerified: false });
  await eraseUserFromReviews(tx, userId);
  await releaseConversations(tx, userId);
  await releaseOrders(tx, userId, email);
};

/** Erases the personal data of a guest, identified by a verified email, from everything but accounts; an open return refuses it. */
export function guestEraser({ secret, environment }: Deps): EraseGuest {
  return async (tx, email) => {
    await eraseGuestFromDrafts(tx, email);
    const orderIds = await eraseGuestFromOrders(tx, secret, email);
    await assertNoOpenReturn(tx, orderIds);
    const alerts = await eraseAlertsOf(tx, { userId: null, email, isVerified: true });
    await eraseConversationsOf(tx, { userId: null, email, isVerified: true });
    const { mails } = await eraseMailsOf(tx, { email, isVerified: true, orderIds });
    await erasePastOrdersOf(tx, email);
    await removeHandedOut(environment.dataDir, email);
    return { orders: orderIds.length, alerts, mails };
  };
}

/** Returns a user's personal data from other slices, for that user. */
export async function readPersonalData(
  db: Queryable,
  { id: userId, email, emailVerified }: { id: string; email: string; emailVerified: boolean },
) {
  const { lines } = await readAccountCart(db, userId);
  const alerts = await listOwnAlerts(db, userId);
  const orders = await readOrdersOf(db, userId);
  return {
    addresses: await listAddresses(db, userId),
    orders,
    returns: await readReturnsOf(db, orders),
    reviews: await readReviewsOf(db, userId),
    wishlist: await readWishesOf(db, userId),
    alerts: alerts.map(({ product, kind, askedAt }) => ({ product: product.name, kind, askedAt })),
    cart: lines.flatMap(({ product, quantity }) => (product ? [{ product: product.name, quantity }] : [])),
    messages: await readMessagesOfUser(db, userId, emailVerified),
    // Mails to an unverified address may belong to another person.
    mails: emailVerified ? await readMailsTo(db, email) : [],
    pastOrders: emailVerified ? await readPastOrdersOf(db, email) : [],
  };
}

/** Returns the personal data of a customer for staff: of the account, and what its email did as a guest. */
export const readCustomerData: ReadCustomerData = async (db, { email, account }) => {
  const guest = await readGuest(db, email);
  if (!account) return { ...guest, addresses: [], reviews: [], wishlist: [], cart: [] };
  const own = await readPersonalData(db, account);
  return {
    ...own,
    orders: [...own.orders, ...guest.orders].sort((a, b) => b.createdAt.localeCompare(a.createdAt)),
    returns: [...own.returns, ...guest.returns],
    alerts: [...own.alerts, ...guest.alerts],
    // Those of a verified address are among the account's.
    messages: account.emailVerified ? own.messages : [...own.messages, ...guest.messages],
    mails: guest.mails,
    pastOrders: guest.pastOrders,
  };
};
