import type { InvoiceAddress } from '@reprise/contract/sales/orders/order';
import { and, asc, eq, gt, inArray, isNotNull, notLike, type SQL, sql } from 'drizzle-orm';
import {
  decryptField,
  encryptedPrefix,
  encryptField,
  reencryptField,
} from '../../../platform/crypto/encrypted-field.ts';
import type { Keyring } from '../../../platform/crypto/keyring.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { expireRows, type RetentionSteps } from '../../../platform/database/retention-step.ts';
import { orders } from '../orders.tables.ts';
import { invoices } from './invoices.tables.ts';

type InvoiceRow = typeof invoices.$inferSelect;

/** Encryption context of the recipient; credit notes of an erased order copy the field of their invoice. */
const recipientContext = (orderNumber: string) => `invoices.recipient ${orderNumber}`;

/** Encrypts the recipients of the documents of these orders, before the orders lose their personal data. */
export async function encryptRecipients(tx: Tx, secret: Keyring, where: SQL | undefined): Promise<void> {
  const erased = tx.select({ id: orders.id }).from(orders).where(where);
  const rows = await tx
    .select({ id: invoices.id, orderNumber: invoices.orderNumber, recipient: invoices.recipient })
    .from(invoices)
    .where(and(inArray(invoices.orderId, erased), isNotNull(invoices.recipient)));
  for (const { id, orderNumber, recipient } of rows) {
    const recipientEncrypted = encryptField(secret, recipientContext(orderNumber), JSON.stringify(recipient));
    await tx.update(invoices).set({ recipient: null, recipientEncrypted }).where(eq(invoices.id, id));
  }
}

/** Returns null past the retention period. */
export function decryptRecipient(
  secret: Keyring,
  { orderNumber, recipientEncrypted }: Pick<InvoiceRow, 'orderNumber' | 'recipientEncrypted'>,
): InvoiceAddress | null {
  if (recipientEncrypted === null) return null;
  return JSON.parse(decryptField(secret, recipientContext(orderNumber), recipientEncrypted));
}

/** Deletes the recipients of documents issued before a time; number and amounts stay. */
export function expireRecipients(before: string): RetentionSteps {
  return {
    'recipients of invoices': expireRows(
      (limit) => sql`update ${invoices} set recipient_encrypted = null where id in
        (select id from ${invoices} where recipient_encrypted is not null and issued_at < ${before} limit ${limit})`,
    ),
  };
}

const batchSize = 500;

/** Re-encrypts the next batch of recipients with the current key; `last` is null after the last batch. */
export async function reencryptRecipients(
  tx: Tx,
  keyring: Keyring,
  after: string,
): Promise<{ reencrypted: number; unreadable: string[]; last: string | null }> {
  const { id, number, orderNumber, recipientEncrypted } = invoices;
  const rows = await tx
    .select({ id, number, orderNumber, recipientEncrypted })
    .from(invoices)
    .where(and(gt(id, after), notLike(recipientEncrypted, `${encryptedPrefix(keyring)}%`)))
    .orderBy(asc(id))
    .limit(batchSize)
    .for('update');
  const unreadable: string[] = [];
  for (const row of rows) {
    const encrypted = reencryptField(keyring, recipientContext(row.orderNumber), row.recipientEncrypted);
    if (encrypted === null || encrypted === 'unreadable') unreadable.push(row.number);
    else await tx.update(invoices).set({ recipientEncrypted: encrypted }).where(eq(id, row.id));
  }
  const last = rows.length === batchSize ? (rows.at(-1)?.id ?? null) : null;
  return { reencrypted: rows.length - unreadable.length, unreadable, last };
}
