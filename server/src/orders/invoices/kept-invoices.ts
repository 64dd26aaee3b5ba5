import type { InvoiceAddress } from '@reprise/contract/orders/orders';
import { and, eq, ne, notInArray, type SQL } from 'drizzle-orm';
import { decryptField, encryptField } from '../../platform/crypto/encrypted-field.ts';
import type { Keyring } from '../../platform/crypto/keyring.ts';
import type { Queryable, Tx } from '../../platform/database/database.ts';
import { keptInvoices, orders } from '../orders.tables.ts';

/** The place that the encrypted details of an order are bound to. */
export const placeOfInvoice = (orderId: string) => `kept_invoices.sealed ${orderId}`;

/** Keeps the billing details of paid orders, encrypted, before the orders lose their person. */
export async function keepInvoices(tx: Tx, secret: Keyring, which: SQL | undefined): Promise<void> {
  const paid = notInArray(orders.paymentStatus, ['unpaid', 'started']);
  const rows = await tx
    .select({
      id: orders.id,
      firstName: orders.firstName,
      lastName: orders.lastName,
      address: orders.address,
      city: orders.city,
      state: orders.state,
      zipCode: orders.zipCode,
      country: orders.country,
      createdAt: orders.createdAt,
    })
    .from(orders)
    .where(and(which, paid, ne(orders.email, '')));
  if (rows.length === 0) return;
  const kept = rows.map(({ id, firstName, lastName, createdAt, ...place }) => {
    const invoice: InvoiceAddress = { name: `${firstName} ${lastName}`.trim(), ...place };
    return {
      orderId: id,
      sealed: encryptField(secret, placeOfInvoice(id), JSON.stringify(invoice)),
      orderedAt: createdAt,
    };
  });
  await tx.insert(keptInvoices).values(kept).onConflictDoNothing();
}

/** Null where the order still has its person, was never paid, or its invoice is past its time. */
export async function readKeptInvoice(
  db: Queryable,
  secret: Keyring,
  orderId: string,
): Promise<InvoiceAddress | null> {
  const [row] = await db
    .select({ sealed: keptInvoices.sealed })
    .from(keptInvoices)
    .where(eq(keptInvoices.orderId, orderId));
  return row ? JSON.parse(decryptField(secret, placeOfInvoice(orderId), row.sealed)) : null;
}
