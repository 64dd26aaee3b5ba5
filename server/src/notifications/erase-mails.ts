import { type MailKind, mailKinds } from '@reprise/contract/notifications';
import { and, eq, inArray, lt, or, type SQL, sql } from 'drizzle-orm';
import { emailChanges, users } from '../identity/identity.tables.ts';
import type { Tx } from '../platform/database/database.ts';
import { storeSettings } from '../settings/settings.tables.ts';
import { forgetMailBudget } from './mail-budget.ts';
import { mails, outgoingMails } from './notifications.tables.ts';

/**
 * Whose mails of a kind are: `account`, those that exist only because of an account with the address and belong to it,
 * proved or not; `pending`, those to an address that an account is to be changed to; `address`, all others.
 */
const belongsTo: Record<MailKind, 'account' | 'pending' | 'address'> = {
  'password-reset': 'account',
  invitation: 'account',
  'verify-email': 'account',
  'email-in-use': 'account',
  'sign-in-link': 'account',
  'sign-in-attempts': 'account',
  'security-notice': 'account',
  'email-change': 'pending',
  'order-placed': 'address',
  'order-shipped': 'address',
  'order-delivered': 'address',
  'order-cancelled': 'address',
  'order-refunded': 'address',
  'order-updates': 'address',
  'back-in-stock': 'address',
  'price-drop': 'address',
  'alert-set': 'address',
  newsletter: 'address',
  'low-stock': 'address',
  'support-message': 'address',
  'support-received': 'address',
  'privacy-request': 'address',
  test: 'address',
};
const kindsOf = (owner: 'account' | 'pending') => mailKinds.filter((kind) => belongsTo[kind] === owner);

export type ErasedMails = { mails: number };

type ErasedPerson = {
  email: string;
  isProved: boolean;
  orderIds: string[];
  /** Left out for a guest. Called before the account itself is deleted. */
  userId?: string;
};

/**
 * Deletes the shop's copies of mails to an address and of messages from it, and what waits to be sent. Addresses are
 * compared exactly. An address that its user did not prove loses only the mails of the account and of its orders; the
 * store's own address loses none.
 */
export async function eraseMailsOf(
  tx: Tx,
  { email, isProved, orderIds, userId }: ErasedPerson,
): Promise<ErasedMails> {
  const [store] = await tx.select({ email: storeSettings.storeEmail }).from(storeSettings);
  const isStore = store?.email.toLowerCase() === email.toLowerCase();
  const ofOrders = orderIds.length === 0 ? undefined : sql`${mails.orderId} = any(${sql.param(orderIds)})`;
  const owned = isProved && !isStore ? addressedTo(email) : accountMails(email);
  const erased = await tx
    .delete(mails)
    .where(or(owned, ofOrders, userId === undefined ? undefined : mailsToOtherAddressesOf(userId)))
    .returning({ id: mails.id });
  if (!isProved || isStore) return { mails: erased.length };
  const waiting = await tx
    .delete(outgoingMails)
    .where(or(eq(outgoingMails.recipient, email), eq(outgoingMails.sender, email)))
    .returning({ id: outgoingMails.id });
  await eraseJobsOfEarlierVersions(tx, email);
  await forgetMailBudget(tx, email);
  return { mails: erased.length + waiting.length };
}

function addressedTo(email: string): SQL | undefined {
  return or(eq(mails.recipient, email), and(eq(mails.kind, 'support-message'), eq(mails.replyTo, email)));
}

function accountMails(email: string): SQL | undefined {
  return and(eq(mails.recipient, email), inArray(mails.kind, kindsOf('account')));
}

/** Mails to the address that an account was to be changed to, and notices to those it had before. */
function mailsToOtherAddressesOf(userId: string): SQL | undefined {
  // An address that another account has or is to get keeps its mails: they may be about that account.
  const isAnothers = (address: SQL) =>
    sql`exists (select from ${users} other where other.id <> ${userId} and (other.email = ${address} or other.pending_email = ${address}))`;
  const pending = sql`(select pending_email from ${users} where id = ${userId})`;
  const replaced = sql`(select old_email from ${emailChanges} where user_id = ${userId})`;
  return and(
    or(
      and(inArray(mails.kind, kindsOf('pending')), sql`${mails.recipient} = ${pending}`),
      and(eq(mails.kind, 'security-notice'), sql`${mails.recipient} in ${replaced}`),
    ),
    sql`not ${isAnothers(sql`${mails.recipient}`)}`,
  );
}

/** Jobs of earlier versions hold the address itself, alone or several in one. */
async function eraseJobsOfEarlierVersions(tx: Tx, email: string): Promise<void> {
  const isTheirs = (payload: SQL) =>
    sql`(${payload} ->> 'to' = ${email} or ${payload} -> 'from' ->> 'email' = ${email})`;
  await tx.execute(sql`delete from carried_jobs where ${isTheirs(sql`payload`)}`);
  const { rows } = await tx.execute<{ queue: string | null }>(
    sql`select to_regclass('pgboss.job')::text as queue`,
  );
  if (!rows[0]?.queue) return;
  await tx.execute(sql`delete from pgboss.job where ${isTheirs(sql`data`)}`);
  await tx.execute(sql`
    update pgboss.job set data = jsonb_build_object('together', (
      select coalesce(jsonb_agg(item), '[]') from jsonb_array_elements(data -> 'together') as item
      where not coalesce(${isTheirs(sql`item`)}, false)))
    where data ? 'together' and exists (
      select from jsonb_array_elements(data -> 'together') as item where ${isTheirs(sql`item`)})`);
}

/** Deletes so many of our copies of a kind that are older, the oldest first. */
export async function eraseOldMails(tx: Tx, kind: MailKind, before: Date, limit: number): Promise<void> {
  const oldest = tx
    .select({ id: mails.id })
    .from(mails)
    .where(and(eq(mails.kind, kind), lt(mails.createdAt, before)))
    .orderBy(mails.createdAt)
    .limit(limit);
  await tx.delete(mails).where(inArray(mails.id, oldest));
}
