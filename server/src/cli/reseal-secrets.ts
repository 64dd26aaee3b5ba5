import { sql } from 'drizzle-orm';
import { reencryptTwoFactors } from '../identity/two-factor/reseal-two-factors.ts';
import { reencryptInvoices } from '../orders/invoices/reencrypt-invoices.ts';
import type { Keyring } from '../platform/crypto/keyring.ts';
import { type Db, inTransaction, type Tx } from '../platform/database/database.ts';
import { resealPaymentKeys } from '../settings/reseal-payment-keys.ts';

export type ResealReport = {
  paymentKeys: number;
  twoFactors: number;
  invoices: number;
  unreadable: string[];
};

/**
 * Encrypts everything the shop stores encrypted with the current key, then runs `finish` in one transaction that no
 * other writer of such text can interrupt, unless something could not be decrypted. What a killed run has done stays
 * done; the next one goes on.
 */
export async function resealSecrets(
  db: Db,
  keyring: Keyring,
  finish: (tx: Tx) => Promise<void>,
): Promise<ResealReport> {
  const report: ResealReport = { paymentKeys: 0, twoFactors: 0, invoices: 0, unreadable: [] };
  // Most of the work in short transactions: people go on signing in.
  for (let after: string | null = ''; after !== null; ) {
    const from: string = after;
    const batch = await inTransaction(db, (tx) => reencryptTwoFactors(tx, keyring, from));
    report.twoFactors += batch.resealed;
    after = batch.last;
  }
  for (let after: string | null = ''; after !== null; ) {
    const from: string = after;
    const batch = await inTransaction(db, (tx) => reencryptInvoices(tx, keyring, from));
    report.invoices += batch.resealed;
    after = batch.last;
  }
  await inTransaction(db, async (tx) => {
    // A shop that still uses the old key could write with it between the last look and the removal of that key.
    await tx.execute(sql`lock table store_settings, two_factors, kept_invoices in share row exclusive mode`);
    for (let after: string | null = ''; after !== null; ) {
      const batch = await reencryptTwoFactors(tx, keyring, after);
      report.twoFactors += batch.resealed;
      report.unreadable.push(...batch.unreadable.map((userId) => `the second factor of ${userId}`));
      after = batch.last;
    }
    for (let after: string | null = ''; after !== null; ) {
      const batch = await reencryptInvoices(tx, keyring, after);
      report.invoices += batch.resealed;
      report.unreadable.push(...batch.unreadable.map((orderId) => `the kept invoice of ${orderId}`));
      after = batch.last;
    }
    const keys = await resealPaymentKeys(tx, keyring);
    report.paymentKeys = keys.resealed;
    report.unreadable.push(...keys.unreadable);
    if (report.unreadable.length === 0) await finish(tx);
  });
  return report;
}
