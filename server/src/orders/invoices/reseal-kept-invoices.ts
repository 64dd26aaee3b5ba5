import { and, asc, eq, gt, notLike } from 'drizzle-orm';
import { encryptedPrefix, reencryptField } from '../../platform/crypto/encrypted-field.ts';
import type { Keyring } from '../../platform/crypto/keyring.ts';
import type { Tx } from '../../platform/database/database.ts';
import { keptInvoices } from '../orders.tables.ts';
import { placeOfInvoice } from './kept-invoices.ts';

const batchSize = 500;

type Batch = {
  resealed: number;
  /** Orders whose invoice cannot be decrypted. */
  unreadable: string[];
  /** Where the next batch begins; null after the last. */
  last: string | null;
};

/** Encrypts the billing details of the next anonymized orders with the current key. */
export async function reencryptInvoices(tx: Tx, keyring: Keyring, after: string): Promise<Batch> {
  const rows = await tx
    .select({ orderId: keptInvoices.orderId, sealed: keptInvoices.sealed })
    .from(keptInvoices)
    .where(and(gt(keptInvoices.orderId, after), notLike(keptInvoices.sealed, `${encryptedPrefix(keyring)}%`)))
    .orderBy(asc(keptInvoices.orderId))
    .limit(batchSize)
    .for('update');
  const unreadable: string[] = [];
  for (const { orderId, ...row } of rows) {
    const sealed = reencryptField(keyring, placeOfInvoice(orderId), row.sealed);
    if (sealed === null || sealed === 'unreadable') unreadable.push(orderId);
    else await tx.update(keptInvoices).set({ sealed }).where(eq(keptInvoices.orderId, orderId));
  }
  const last = rows.length === batchSize ? (rows.at(-1)?.orderId ?? null) : null;
  return { resealed: rows.length - unreadable.length, unreadable, last };
}
