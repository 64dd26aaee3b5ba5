import { eq } from 'drizzle-orm';
import type { Tx } from '../platform/database.ts';
import { mails } from './notifications.tables.ts';

/** Removes our copies of everything that was ever written to an address. */
export async function eraseMailsTo(tx: Tx, address: string): Promise<void> {
  await tx.delete(mails).where(eq(mails.recipient, address));
}
