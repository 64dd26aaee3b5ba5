import { type MailKind, mailKinds } from '@reprise/contract/foundations/notifications/mail-kinds';
import { and, eq, inArray, lt, or, type SQL, sql } from 'drizzle-orm';
import { emailChanges, users } from '../../people/identity/identity.tables.ts';
import type { Tx } from '../../platform/database/database.ts';
import { eraseJobs } from '../../platform/jobs/erase-jobs.ts';
import { storeSettings } from '../settings/settings.tables.ts';
import { forgetMailBudget } from './mail-budget.ts';
import { definitionOf } from './mails/mail-registry.ts';
import { mails, outgoingMails } from './notifications.tables.ts';

const kindsOf = (owner: 'account' | 'pending') =>
  mailKinds.filter((kind) => definitionOf(kind).owner === owner);

export type ErasedMails = { mails: number };

type ErasedPerson = {
  email: string;
  isVerified: boolean;
  orderIds: string[];
  /** Omitted for guests. Call before the account is deleted. */
  userId?: string;
};

/**
 * Deletes stored and queued mails to an address and messages from it, comparing addresses exactly. An unverified
 * address loses only mails of its account and orders; the store's own address loses none.
 */
export async function eraseMailsOf(
  tx: Tx,
  { email, isVerified, orderIds, userId }: ErasedPerson,
): Promise<ErasedMails> {
  const [store] = await tx.select({ email: storeSettings.storeEmail }).from(storeSettings);
  const isStore = store?.email.toLowerCase() === email.toLowerCase();
  const belongsToOrders =
    orderIds.length === 0 ? undefined : sql`${mails.orderId} = any(${sql.param(orderIds)})`;
  const owned = isVerified && !isStore ? addressedTo(email) : accountMails(email);
  const erased = await tx
    .delete(mails)
    .where(or(owned, belongsToOrders, userId === undefined ? undefined : mailsToOtherAddressesOf(userId)))
    .returning({ id: mails.id });
  if (!isVerified || isStore) return { mails: erased.length };
  const waiting = await tx
    .delete(outgoingMails)
    .where(or(eq(outgoingMails.recipient, email), eq(outgoingMails.sender, email)))
    .returning({ id: outgoingMails.id });
  await eraseLegacyJobs(tx, email);
  await forgetMailBudget(tx, email);
  return { mails: erased.length + waiting.length };
}

function addressedTo(email: string): SQL | undefined {
  return or(eq(mails.recipient, email), and(eq(mails.kind, 'support-message'), eq(mails.replyTo, email)));
}

function accountMails(email: string): SQL | undefined {
  return and(eq(mails.recipient, email), inArray(mails.kind, kindsOf('account')));
}

/** SQL: mails to the account's pending address, and notices to its former addresses. */
function mailsToOtherAddressesOf(userId: string): SQL | undefined {
  // Keep mails to addresses that belong to another account: they may be about that account.
  const belongsToOtherAccount = (address: SQL) =>
    sql`exists (select from ${users} other where other.id <> ${userId} and (other.email = ${address} or other.pending_email = ${address}))`;
  const pending = sql`(select pending_email from ${users} where id = ${userId})`;
  const replaced = sql`(select old_email from ${emailChanges} where user_id = ${userId})`;
  return and(
    or(
      and(inArray(mails.kind, kindsOf('pending')), sql`${mails.recipient} = ${pending}`),
      and(eq(mails.kind, 'security-notice'), sql`${mails.recipient} in ${replaced}`),
    ),
    sql`not ${belongsToOtherAccount(sql`${mails.recipient}`)}`,
  );
}

/** Deletes jobs queued by earlier releases, which contain the address. */
async function eraseLegacyJobs(tx: Tx, email: string): Promise<void> {
  await eraseJobs(
    tx,
    (payload) => sql`(${payload} ->> 'to' = ${email} or ${payload} -> 'from' ->> 'email' = ${email})`,
  );
}

/** Deletes the oldest stored mails of a kind from before a time, up to a limit. */
export async function eraseOldMails(tx: Tx, kind: MailKind, before: Date, limit: number): Promise<void> {
  const oldest = tx
    .select({ id: mails.id })
    .from(mails)
    .where(and(eq(mails.kind, kind), lt(mails.createdAt, before)))
    .orderBy(mails.createdAt)
    .limit(limit);
  await tx.delete(mails).where(inArray(mails.id, oldest));
}
