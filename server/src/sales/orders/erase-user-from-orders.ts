import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Keyring } from '../../platform/crypto/keyring.ts';
import type { Tx } from '../../platform/database/database.ts';
import { eraseOrderConversations } from '../conversations/erase-conversations.ts';
import { retainInvoices } from './invoices/retained-invoices.ts';
import { encryptRecipients } from './invoices/retained-recipients.ts';
import type { OrderRow } from './orders.queries.ts';
import { orderEdits, orderEvents, orderNotes, orders } from './orders.tables.ts';
import { shippingLabels } from './shipping/shipping.tables.ts';

/**
 * Erases a deleted user's personal data from closed orders at once. Open orders keep what delivery needs until they
 * close.
 */
export async function eraseUserFromOrders(tx: Tx, secret: Keyring, userId: string): Promise<string[]> {
  return eraseOrders(tx, secret, eq(orders.userId, userId));
}

/** Erases a guest's personal data from the orders with exactly this email; orders of accounts stay unchanged. */
export async function eraseGuestFromOrders(tx: Tx, secret: Keyring, email: string): Promise<string[]> {
  return eraseOrders(tx, secret, and(eq(orders.email, email), isNull(orders.userId)));
}

/** Returns the ids of the orders. */
async function eraseOrders(tx: Tx, secret: Keyring, ownedBy: SQL | undefined): Promise<string[]> {
  // Lock the rows first: an order that closes between the two updates would otherwise be missed.
  const rows = await tx
    .select({ id: orders.id, status: orders.status })
    .from(orders)
    .where(ownedBy)
    .orderBy(asc(orders.id))
    .for('update');
  const ids = rows.map(({ id }) => id);
  const open = rows.flatMap(({ id, status }) => (closed.includes(status) ? [] : [id]));
  await eraseFromOrders(tx, secret, and(ownedBy, inArray(orders.status, closed)));
  await tx
    .update(orders)
    .set({ eraseWhenClosed: true, userId: null, accessVersion: sql`${orders.accessVersion} + 1` })
    .where(sql`${orders.id} = any(${sql.param(open)})`);
  return ids;
}

const closed: OrderRow['status'][] = ['delivered', 'cancelled'];

const anonymous = {
  firstName: 'Former',
  lastName: 'customer',
  email: '',
  phone: '',
  address: '',
  address2: '',
  city: '',
  state: '',
  zipCode: '',
};

/**
 * Erases personal data from the matching orders; items, amounts and country stay for accounting. Billing details of
 * paid orders are retained encrypted (see `retainInvoices`).
 */
export async function eraseFromOrders(tx: Tx, secret: Keyring, where: SQL | undefined): Promise<void> {
  await retainInvoices(tx, secret, where);
  await encryptRecipients(tx, secret, where);
  const name = `${anonymous.firstName} ${anonymous.lastName}`;
  const erasedResponse = {
    clientReference: null,
    trackingNumber: null,
    user: { id: null, name, email: '' },
  };
  // Staff notes and messages may contain personal data.
  const erased = tx.select({ id: orders.id }).from(orders).where(where);
  await tx.delete(orderNotes).where(inArray(orderNotes.orderId, erased));
  await eraseOrderConversations(tx, sql`(${erased})`);
  await tx
    .update(orderEdits)
    .set({ addressChanges: [], reason: '' })
    .where(inArray(orderEdits.orderId, erased));
  // Carriers name the places a parcel comes through, and the label has the address.
  await tx.update(orderEvents).set({ location: null }).where(inArray(orderEvents.orderId, erased));
  await tx
    .update(shippingLabels)
    .set({ trackingNumber: null, labelUrl: null })
    .where(inArray(shippingLabels.orderId, erased));
  await tx
    .update(orders)
    .set({
      ...anonymous,
      billing: null,
      userId: null,
      clientReference: null,
      trackingNumber: null,
      idempotencyScope: sql`'erased:' || ${orders.id}`,
      requestHash: null,
      placementResponse: sql`(${orders.placementResponse}::jsonb - 'billing' || ${JSON.stringify(erasedResponse)}::jsonb ||
        jsonb_build_object('shippingAddress', ${orders.placementResponse}::jsonb -> 'shippingAddress' ||
          ${JSON.stringify({ ...anonymous, name, lines: [] })}::jsonb))::text`,
      eraseWhenClosed: false,
      limitKey: null,
      limitUnits: null,
      accessVersion: sql`${orders.accessVersion} + 1`,
    })
    .where(where);
}
