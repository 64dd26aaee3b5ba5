import { readGuestAlerts } from './catalog/alerts/alerts.queries.ts';
import { readMailsTo, readMessagesFrom } from './foundations/notifications/mail.queries.ts';
import type { ReadGuest } from './people/privacy/guest-data.ts';
import { readAnswersTo } from './sales/conversations/conversations.queries.ts';
import { readGuestOrders } from './sales/orders/orders.queries.ts';
import { readPastOrdersOf } from './sales/past-orders/past-orders.queries.ts';

/** Reads the personal data of a guest, identified by the exact email. */
export const readGuest: ReadGuest = async (db, email) => ({
  orders: await readGuestOrders(db, email),
  pastOrders: await readPastOrdersOf(db, email),
  alerts: await readGuestAlerts(db, email),
  mails: await readMailsTo(db, email),
  messages: [...(await readMessagesFrom(db, email)), ...(await readAnswersTo(db, email))],
});
