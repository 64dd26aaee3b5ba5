import { readGuestAlerts } from './alerts/alerts.queries.ts';
import { readAnswersTo } from './conversations/conversations.queries.ts';
import { readMailsTo, readMessagesFrom } from './notifications/mail.queries.ts';
import { readGuestOrders } from './orders/orders.queries.ts';
import { readPastOrdersOf } from './past-orders/past-orders.queries.ts';
import type { ReadGuest } from './privacy/guest-data.ts';

/** Reads the personal data of a guest, identified by the exact email. */
export const readGuest: ReadGuest = async (db, email) => ({
  orders: await readGuestOrders(db, email),
  pastOrders: await readPastOrdersOf(db, email),
  alerts: await readGuestAlerts(db, email),
  mails: await readMailsTo(db, email),
  messages: [...(await readMessagesFrom(db, email)), ...(await readAnswersTo(db, email))],
});
