import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../platform/database.ts';
import { orderNotes, orders } from './orders.tables.ts';

/**
 * A user's account is deleted: orders that are closed lose every personal detail now; open ones keep what
 * is needed to deliver and lose it when they close.
 */
export async function eraseUserFromOrders(tx: Tx, userId: string): Promise<void> {
  const own = eq(orders.userId, userId);
  // An order that is just being moved is waited for, so that it is not missed between the two.
  await tx.select({ id: orders.id }).from(orders).where(own).orderBy(asc(orders.id)).for('update');
  await eraseFromOrders(tx, and(own, inArray(orders.status, ['delivered', 'cancelled'])));
  await tx
    .update(orders)
    .set({ eraseWhenClosed: true, userId: null, accessVersion: sql`${orders.accessVersion} + 1` })
    .where(own);
}

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

/** Takes the person out of these orders; what was sold for how much, and to which country, stays for the books. */
export async function eraseFromOrders(tx: Tx, which: SQL | undefined): Promise<void> {
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
