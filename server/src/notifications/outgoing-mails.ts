import { eq } from 'drizzle-orm';
import type { Db, Queryable, Tx } from '../platform/database/database.ts';
import { newId } from '../platform/database/new-id.ts';
import { outgoingMails } from './notifications.tables.ts';
import { type MailContent, mailContent, secretOf } from './templates/mail-content.ts';

/** Mail content without links that act for the recipient. */
export type OutgoingMail = Exclude<
  MailContent,
  {
    kind:
      | 'security-notice'
      | 'password-reset'
      | 'invitation'
      | 'verify-email'
      | 'email-change'
      | 'sign-in-link'
      | 'alert-set'
      | 'newsletter'
      | 'privacy-request'
      | 'test';
  }
>;

/** Stores the content of a mail until it is sent; returns the row's id. */
export async function storeOutgoingMail(tx: Tx, mail: OutgoingMail): Promise<string> {
  if (secretOf(mail) !== null)
    throw new Error('A stored mail must not contain a link that acts for its recipient.');
  const id = newId('out');
  const sender = mail.kind === 'support-message' ? mail.from.email : null;
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
