import { readGuestAlerts } from './alerts/alerts.queries.ts';
import { readMailsTo, readMessagesFrom } from './notifications/mail.queries.ts';
import { readGuestOrders } from './orders/orders.queries.ts';
import type { ReadGuest } from './privacy/guest-data.ts';

/** What the shop holds of a guest, known by the exact e-mail. */
export const readGuest: ReadGuest = async (db, email) => ({
  orders: await readGuestOrders(db, email),
  alerts: await readGuestAlerts(db, email),
  mails: await readMailsTo(db, email),
  messages: await readMessagesFrom(db, email),
});
