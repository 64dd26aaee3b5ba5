import { readGuestAlerts } from '../catalog/alerts/alerts.queries.ts';
import { readMailsTo, readMessagesFrom } from '../foundations/notifications/mail.queries.ts';
import type { ReadGuest } from '../people/privacy/guest-data.ts';
import { readAnswersTo } from '../sales/conversations/conversations.queries.ts';
import { readGuestOrders } from '../sales/orders/orders.queries.ts';
import { readPastOrdersOf } from '../sales/past-orders/past-orders.queries.ts';
import { readReturnsOf } from '../sales/returns/own-returns.queries.ts';

/** Reads the personal data of a guest, identified by the exact email. */
export const readGuest: ReadGuest = async (db, email) => {
  const orders = await readGuestOrders(db, email);
  return {
    orders,
    returns: await readReturnsOf(db, orders),
    pastOrders: await readPastOrdersOf(db, email),
    alerts: await readGuestAlerts(db, email),
    mails: await readMailsTo(db, email),
    messages: [...(await readMessagesFrom(db, email)), ...(await readAnswersTo(db, email))],
  };
};
