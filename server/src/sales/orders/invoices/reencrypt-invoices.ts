import { and, asc, eq, gt, notLike } from 'drizzle-orm';
import { encryptedPrefix, reencryptField } from '../../../platform/crypto/encrypted-field.ts';
import type { Keyring } from '../../../platform/crypto/keyring.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { retainedInvoices } from '../orders.tables.ts';
import { invoiceContext } from './retained-invoices.ts';

const batchSize = 500;

type Batch = {
  reencrypted: number;
  /** Orders whose invoice cannot be decrypted. */
  unreadable: string[];
  /** Order id after which the next batch starts; null after the last batch. */
  last: string | null;
};

/** Re-encrypts the next batch of billing details with the current key. */
export async function reencryptInvoices(tx: Tx, keyring: Keyring, after: string): Promise<Batch> {
  const rows = await tx
    .select({ orderId: retainedInvoices.orderId, encrypted: retainedInvoices.encrypted })
    .from(retainedInvoices)
    .where(
      and(
        gt(retainedInvoices.orderId, after),
        notLike(retainedInvoices.encrypted, `${encryptedPrefix(keyring)}%`),
      ),
    )
    .orderBy(asc(retainedInvoices.orderId))
    .limit(batchSize)
    .for('update');
  const unreadable: string[] = [];
  for (const { orderId, ...row } of rows) {
    const encrypted = reencryptField(keyring, invoiceContext(orderId), row.encrypted);
    if (encrypted === null || encrypted === 'unreadable') unreadable.push(orderId);
    else await tx.update(retainedInvoices).set({ encrypted }).where(eq(retainedInvoices.orderId, orderId));
  }
  const last = rows.length === batchSize ? (rows.at(-1)?.orderId ?? null) : null;
  return { reencrypted: rows.length - unreadable.length, unreadable, last };
}
