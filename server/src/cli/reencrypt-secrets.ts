import { sql } from 'drizzle-orm';
import { reencryptMailServer } from '../foundations/notifications/mail-server/reencrypt-mail-server.ts';
import { reencryptPaymentKeys } from '../foundations/settings/reencrypt-payment-keys.ts';
import { reencryptWebhooks } from '../operations/webhooks/reencrypt-webhooks.ts';
import { reencryptTwoFactors } from '../people/identity/two-factor/reencrypt-two-factors.ts';
import type { Keyring } from '../platform/crypto/keyring.ts';
import { type Db, inTransaction, type Tx } from '../platform/database/database.ts';
import { reencryptChannels } from '../sales/channels/reencrypt-channels.ts';
import { reencryptInvoices } from '../sales/orders/invoices/reencrypt-invoices.ts';
import { reencryptRecipients } from '../sales/orders/invoices/retained-recipients.ts';
import { reencryptCarrierAccount } from '../sales/orders/shipping/reencrypt-carrier-account.ts';

export type ReencryptionReport = {
  paymentKeys: number;
  twoFactors: number;
  invoices: number;
  unreadable: string[];
};

/**
 * Encrypts all encrypted fields with the current key, then runs `finish` in a transaction that locks out their other
 * writers, unless a field could not be decrypted. An interrupted run can be repeated.
 */
export async function reencryptSecrets(
  db: Db,
  keyring: Keyring,
  finish: (tx: Tx) => Promise<void>,
): Promise<ReencryptionReport> {
  const report: ReencryptionReport = { paymentKeys: 0, twoFactors: 0, invoices: 0, unreadable: [] };
  // Short transactions first, so that users can sign in during most of the work.
  for (let after: string | null = ''; after !== null; ) {
    const from: string = after;
    const batch = await inTransaction(db, (tx) => reencryptTwoFactors(tx, keyring, from));
    report.twoFactors += batch.reencrypted;
    after = batch.last;
  }
  for (const reencrypt of [reencryptInvoices, reencryptRecipients]) {
    for (let after: string | null = ''; after !== null; ) {
      const from: string = after;
      const batch = await inTransaction(db, (tx) => reencrypt(tx, keyring, from));
      report.invoices += batch.reencrypted;
      after = batch.last;
    }
  }
  await inTransaction(db, async (tx) => {
    // A process with the old key could otherwise write between the last read and the removal of that key.
    await tx.execute(
      sql`lock table store_settings, two_factors, retained_invoices, invoices, mail_servers, carrier_accounts, channels in share row exclusive mode`,
    );
    for (let after: string | null = ''; after !== null; ) {
      const batch = await reencryptTwoFactors(tx, keyring, after);
      report.twoFactors += batch.reencrypted;
      report.unreadable.push(...batch.unreadable.map((userId) => `the second factor of ${userId}`));
      after = batch.last;
    }
    for (const reencrypt of [reencryptInvoices, reencryptRecipients]) {
      for (let after: string | null = ''; after !== null; ) {
        const batch = await reencrypt(tx, keyring, after);
        report.invoices += batch.reencrypted;
        report.unreadable.push(...batch.unreadable.map((reference) => `the invoice of ${reference}`));
        after = batch.last;
      }
    }
    const keys = await reencryptPaymentKeys(tx, keyring);
    report.paymentKeys = keys.reencrypted;
    report.unreadable.push(...keys.unreadable, ...(await reencryptMailServer(tx, keyring)));
    report.unreadable.push(...(await reencryptCarrierAccount(tx, keyring)));
    report.unreadable.push(...(await reencryptWebhooks(tx, keyring)));
    report.unreadable.push(...(await reencryptChannels(tx, keyring)));
    if (report.unreadable.length === 0) await finish(tx);
  });
  return report;
}
