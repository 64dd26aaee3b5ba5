import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Keyring } from '../platform/crypto/keyring.ts';
import type { Tx } from '../platform/database/database.ts';
import { keepInvoices } from './invoices/kept-invoices.ts';
import type { OrderRow } from './orders.queries.ts';
import { orderNotes, orders } from './orders.tables.ts';

/**
 * A user's account is deleted: orders that are closed lose every personal detail now; open ones keep what
 * is needed to deliver and lose it when they close.
 */
export async function eraseUserFromOrders(tx: Tx, secret: Keyring, userId: string): Promise<string[]> {
  return eraseOrders(tx, secret, eq(orders.userId, userId));
}

/** The same for the orders of a guest, by the exact e-mail; orders of accounts are not touched. */
export async function eraseGuestFromOrders(tx: Tx, secret: Keyring, email: string): Promise<string[]> {
  return eraseOrders(tx, secret, and(eq(orders.email, email), isNull(orders.userId)));
}

/** Returns the ids of the orders. */
async function eraseOrders(tx: Tx, secret: Keyring, own: SQL | undefined): Promise<string[]> {
  // An order that is just being moved is waited for, so that it is not missed between the two.
  const found = await tx
    .select({ id: orders.id, status: orders.status })
    .from(orders)
    .where(own)
    .orderBy(asc(orders.id))
    .for('update');
  const ids = found.map(({ id }) => id);
  const open = found.flatMap(({ id, status }) => (closed.includes(status) ? [] : [id]));
  await eraseFromOrders(tx, secret, and(own, inArray(orders.status, closed)));
  await tx
    .update(orders)
    .set({ eraseWhenClosed: true, userId: null, accessVersion: sql`${orders.accessVersion} + 1` })
    .where(sql`${orders.id} = any(${sql.param(open)})`);
  return ids;
}

const closed: OrderRow['status'][] = ['delivered', 'cancelled'];

const nobody = {
  firstName: 'Former',
  lastName: 'customer',
  email: '',
  phone: '',
  address: '',
  city: '',
  state: '',
  zipCode: '',
};

/** Takes the person out of these orders; what was sold for how much, and to which country, stays for the books. The
 * billing details of paid ones are kept apart, encrypted. */
export async function eraseFromOrders(tx: Tx, secret: Keyring, which: SQL | undefined): Promise<void> {
  await keepInvoices(tx, secret, which);
  const name = `${nobody.firstName} ${nobody.lastName}`;
  const inAnswer = {
    clientReference: null,
    trackingNumber: null,
    user: { id: null, name, email: '' },
  };
  // What the staff noted may speak of the person.
  await tx
    .delete(orderNotes)
    .where(inArray(orderNotes.orderId, tx.select({ id: orders.id }).from(orders).where(which)));
  await tx
    .update(orders)
    .set({
      ...nobody,
      userId: null,
      clientReference: null,
      trackingNumber: null,
      idempotencyScope: sql`'erased:' || ${orders.id}`,
      requestHash: null,
      placementAnswer: sql`(${orders.placementAnswer}::jsonb || ${JSON.stringify(inAnswer)}::jsonb ||
        jsonb_build_object('shippingAddress', ${orders.placementAnswer}::jsonb -> 'shippingAddress' ||
          ${JSON.stringify({ ...nobody, name })}::jsonb))::text`,
      eraseWhenClosed: false,
      limitKey: null,
      limitUnits: null,
      accessVersion: sql`${orders.accessVersion} + 1`,
    })
    .where(which);
}
