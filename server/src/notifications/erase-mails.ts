import { and, eq, or, sql } from 'drizzle-orm';
import type { Tx } from '../platform/database.ts';
import { mails } from './notifications.tables.ts';

/** Removes our copies of everything that was ever written to an address, or to the store from it. */
export async function eraseMailsTo(tx: Tx, address: string): Promise<void> {
  const fromIt = and(eq(mails.kind, 'support-message'), sql`position(${address} in ${mails.text}) > 0`);
  await tx.delete(mails).where(or(eq(mails.recipient, address), fromIt));
}
