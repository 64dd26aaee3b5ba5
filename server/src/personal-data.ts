import { listAddresses } from './addresses/address.queries.ts';
import { removeAddresses } from './addresses/save-address.ts';
import { listOwnAlerts } from './alerts/alerts.queries.ts';
import { eraseAlertsOf } from './alerts/erase-user-from-alerts.ts';
import { clearCart, readAccountCart } from './cart/account-cart.ts';
import { readMessagesOfUser } from './conversations/conversations.queries.ts';
import { eraseConversationsOf, releaseConversations } from './conversations/erase-conversations.ts';
import type { Deps } from './deps.ts';
import type { ErasePersonalData } from './identity/delete-user.ts';
import type { EmptyAccount } from './identity/start-empty.ts';
import { eraseMailsOf } from './notifications/erase-mails.ts';
import { removeHandedOut } from './notifications/hand-to-operator.ts';
import { readMailsTo } from './notifications/mail.queries.ts';
import { releaseOrders } from './orders/claim-orders.ts';
import { eraseGuestFromOrders, eraseUserFromOrders } from './orders/erase-user-from-orders.ts';
import { readOrdersOf } from './orders/orders.queries.ts';
import { erasePastOrdersOf } from './past-orders/erase-past-orders.ts';
import { readPastOrdersOf } from './past-orders/past-orders.queries.ts';
import type { Queryable } from './platform/database/database.ts';
import type { EraseGuest } from './privacy/guest-data.ts';
import { eraseUserFromReviews } from './reviews/erase-user-from-reviews.ts';
import { readReviewsOf } from './reviews/review.queries.ts';
import { clearWishes } from './wishlist/remove-wish.ts';
import { readWishesOf } from './wishlist/wishlist.queries.ts';

// Personal data in all slices: what the privacy and identity slices need to erase and to hand out.

/** Erases a deleted user's personal data from everything that outlives the account. */
export function userEraser({ secret, environment }: Deps): ErasePersonalData {
  return async (tx, { id: userId, email, emailVerified: isVerified }) => {
    const orderIds = await eraseUserFromOrders(tx, secret, userId);
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

/** Erases the personal data of a guest, identified by a verified email, from everything but accounts. */
export function guestEraser({ secret, environment }: Deps): EraseGuest {
  return async (tx, email) => {
    const orderIds = await eraseGuestFromOrders(tx, secret, email);
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
  return {
    addresses: await listAddresses(db, userId),
    orders: await readOrdersOf(db, userId),
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
