import type { InvoiceAddress } from '@reprise/contract/sales/orders/order';
import { and, eq, notInArray, type SQL } from 'drizzle-orm';
import { decryptField, encryptField } from '../../../platform/crypto/encrypted-field.ts';
import type { Keyring } from '../../../platform/crypto/keyring.ts';
import type { Queryable, Tx } from '../../../platform/database/database.ts';
import { toInvoiceAddress } from '../customers/stored-billing.ts';
import { orders, retainedInvoices } from '../orders.tables.ts';
import { hasPersonalData } from '../personal-data.ts';

/** Encryption context of an order's billing details; stored rows depend on the string. */
export const invoiceContext = (orderId: string) => `kept_invoices.sealed ${orderId}`;

/** Stores the billing details of paid orders, encrypted, before the orders lose their personal data. */
export async function retainInvoices(tx: Tx, secret: Keyring, where: SQL | undefined): Promise<void> {
  const paid = notInArray(orders.paymentStatus, ['unpaid', 'started']);
  const rows = await tx
    .select({
      id: orders.id,
      firstName: orders.firstName,
      lastName: orders.lastName,
      address: orders.address,
      address2: orders.address2,
      city: orders.city,
      state: orders.state,
      zipCode: orders.zipCode,
      country: orders.country,
      billing: orders.billing,
      createdAt: orders.createdAt,
    })
    .from(orders)
    .where(and(where, paid, hasPersonalData));
  if (rows.length === 0) return;
  const retained = rows.map(({ id, createdAt, ...row }) => ({
    orderId: id,
    encrypted: encryptField(secret, invoiceContext(id), JSON.stringify(toInvoiceAddress(row))),
    orderedAt: createdAt,
  }));
  await tx.insert(retainedInvoices).values(retained).onConflictDoNothing();
}

/**
 * Returns null when the order still has its personal data, was never paid, or its invoice is past the retention
 * period.
 */
export async function readRetainedInvoice(
  db: Queryable,
  secret: Keyring,
  orderId: string,
): Promise<InvoiceAddress | null> {
  const [row] = await db
    .select({ encrypted: retainedInvoices.encrypted })
    .from(retainedInvoices)
    .where(eq(retainedInvoices.orderId, orderId));
  return row ? JSON.parse(decryptField(secret, invoiceContext(orderId), row.encrypted)) : null;
}
