import { eq } from 'drizzle-orm';
import type { Db, Queryable, Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/new-id.ts';
import {
  definitionOf,
  type MailContent,
  mailContent,
  type StoredContent,
  secretOf,
} from './mails/mail-registry.ts';
import { outgoingMails } from './notifications.tables.ts';

/** Stores the content of a mail until it is sent; returns the row's id. */
export async function storeOutgoingMail(tx: Tx, mail: StoredContent): Promise<string> {
  if (secretOf(mail) !== null)
    throw new Error('A stored mail must not contain a link that acts for its recipient.');
  const id = newId('out');
  const sender = definitionOf(mail.kind).replyTo?.(mail) ?? null;
  await tx.insert(outgoingMails).values({ id, recipient: mail.to, sender, content: mail });
  return id;
}

/** Returns null once the mail was sent or its recipient erased. */
export async function readOutgoingMail(db: Queryable, id: string): Promise<MailContent | null> {
  const [row] = await db
    .select({ content: outgoingMails.content })
    .from(outgoingMails)
    .where(eq(outgoingMails.id, id));
  return row ? mailContent.parse(row.content) : null;
}

export async function deleteOutgoingMail(db: Db, id: string): Promise<void> {
  await db.delete(outgoingMails).where(eq(outgoingMails.id, id));
}
