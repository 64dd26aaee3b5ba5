import type { CallOutput } from '@reprise/contract/endpoint';
import type { Mail, notificationEndpoints } from '@reprise/contract/notifications';
import { pageOf, paginationOf } from '@reprise/contract/paging';
import { Problem } from '@reprise/contract/problem';
import { desc, eq, sql } from 'drizzle-orm';
import type { Queryable } from '../platform/database.ts';
import { mails } from './notifications.tables.ts';

type MailList = CallOutput<typeof notificationEndpoints.listMails>;
type MailQuery = { page?: number | undefined; limit?: number | undefined; search?: string | undefined };

/** The mailbox, newest first; the search looks into recipient and subject. */
export async function listMails(db: Queryable, query: MailQuery): Promise<MailList> {
  const { page, limit, offset } = pageOf(query);
  const matching = query.search ? holds(query.search) : undefined;
  const total = await db.$count(mails, matching);
  const rows = await db
    .select()
    .from(mails)
    .where(matching)
    .orderBy(desc(mails.createdAt), desc(mails.id))
    .limit(limit)
    .offset(offset);
  return { mails: rows.map(toMail), pagination: paginationOf(page, limit, total) };
}

export async function findMail(db: Queryable, id: string): Promise<Mail> {
  const [row] = await db.select().from(mails).where(eq(mails.id, id));
  if (!row) throw new Problem('NOT_FOUND', 'There is no such mail.');
  return toMail(row);
}

/** `%`, `_` and `\` stand for themselves. */
function holds(words: string) {
  const pattern = `%${words.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  return sql`(lower(${mails.recipient}) like ${pattern} or lower(${mails.subject}) like ${pattern})`;
}

function toMail(row: typeof mails.$inferSelect): Mail {
  const { id, recipient, subject, kind, text, html, state, error, createdAt } = row;
  return { id, to: recipient, subject, kind, text, html, state, error, createdAt: createdAt.toISOString() };
}
