import type { MailKind } from '@reprise/contract/notifications';
import { and, eq, inArray, lt, or, sql } from 'drizzle-orm';
import type { Tx } from '../platform/database.ts';
import { mails } from './notifications.tables.ts';

/** Removes our copies of everything that was ever written to an address, or to the store from it. */
export async function eraseMailsTo(tx: Tx, address: string): Promise<void> {
  const fromIt = and(eq(mails.kind, 'support-message'), sql`position(${address} in ${mails.text}) > 0`);
  await tx.delete(mails).where(or(eq(mails.recipient, address), fromIt));
}

/** Removes so many of our copies of a kind that are older, the oldest first. */
export async function eraseOldMails(tx: Tx, kind: MailKind, before: Date, limit: number): Promise<void> {
  const oldest = tx
    .select({ id: mails.id })
    .from(mails)
    .where(and(eq(mails.kind, kind), lt(mails.createdAt, before)))
    .orderBy(mails.createdAt)
    .limit(limit);
  await tx.delete(mails).where(inArray(mails.id, oldest));
}
