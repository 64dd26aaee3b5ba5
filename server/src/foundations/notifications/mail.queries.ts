import { basename } from 'node:path';
import type { CallOutput } from '@reprise/contract/endpoint';
import type { MailServer } from '@reprise/contract/foundations/notifications/mail-server';
import type {
  Mail,
  MailSummary,
  mailStates,
  notificationEndpoints,
} from '@reprise/contract/foundations/notifications/notifications';
import { pageOf, paginationOf } from '@reprise/contract/paging';
import { Problem } from '@reprise/contract/problem';
import { and, desc, eq, getTableColumns, sql } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { containsPattern } from '../../platform/database/like-pattern.ts';
import { readStoredMailServer } from './mail-server/mail-server.ts';
import { mails } from './notifications.tables.ts';

type MailList = CallOutput<typeof notificationEndpoints.listMails>;
type MailQuery = {
  page?: number | undefined;
  limit?: number | undefined;
  search?: string | undefined;
  kind?: string | undefined;
  state?: (typeof mailStates)[number] | undefined;
};
type MailRow = typeof mails.$inferSelect;

// Lists omit the bodies: those of a hundred mails are several megabytes.
const { html: _html, text: _text, searchText: _searchText, ...summaryColumns } = getTableColumns(mails);

/** Returns a page of the mailbox, newest first. The search matches recipient and subject. */
export async function listMails(db: Queryable, query: MailQuery): Promise<MailList> {
  const { page, limit, offset } = pageOf(query);
  const where = and(
    query.search ? containsText(query.search) : undefined,
    query.kind ? eq(mails.kind, query.kind) : undefined,
    query.state && eq(mails.state, query.state),
  );
  const total = await db.$count(mails, where);
  const rows = await db
    .select(summaryColumns)
    .from(mails)
    .where(where)
    .orderBy(desc(mails.createdAt), desc(mails.id))
    .limit(limit)
    .offset(offset);
  return { mails: rows.map(toSummary), pagination: paginationOf(page, limit, total) };
}

export async function findMail(db: Queryable, id: string): Promise<Mail> {
  const row = await findMailRow(db, id);
  return { ...toSummary(row), text: row.text, html: row.html };
}

export async function findMailRow(db: Queryable, id: string): Promise<MailRow> {
  const [row] = await db.select().from(mails).where(eq(mails.id, id));
  if (!row) throw new Problem('NOT_FOUND', 'Mail not found.');
  return row;
}

type ServerFacts = Omit<MailServer, 'configured' | 'lastSent' | 'lastFailure'>;
const noServer = { host: null, port: null, encryption: null, userName: null, hasPassword: false };

async function readServerFacts(deps: Pick<Deps, 'db' | 'secret' | 'environment'>): Promise<ServerFacts> {
  const { mailAdapter, smtpUrl } = deps.environment;
  if (mailAdapter !== undefined) return { ...noServer, source: 'adapter', host: basename(mailAdapter) };
  if (smtpUrl !== undefined) {
    const { hostname, port } = new URL(smtpUrl);
    return { ...noServer, source: 'environment', host: hostname, port: port ? Number(port) : null };
  }
  const stored = await readStoredMailServer(deps);
  if (stored === null) return { ...noServer, source: 'none' };
  if (stored === 'unreadable') return { ...noServer, source: 'unreadable' };
  const { password, ...visible } = stored;
  return { ...visible, source: 'settings', hasPassword: password !== null };
}

/** Returns the mail server without its password, and the last success and failure of sending. */
export async function readMailServer(deps: Pick<Deps, 'db' | 'secret' | 'environment'>): Promise<MailServer> {
  const { db } = deps;
  const facts = await readServerFacts(deps);
  const lastIn = async (state: MailRow['state']) => {
    const [last] = await db
      .select({ at: mails.updatedAt, error: mails.error })
      .from(mails)
      .where(eq(mails.state, state))
      .orderBy(desc(mails.updatedAt))
      .limit(1);
    return last;
  };
  const [sent, failed] = [await lastIn('sent'), await lastIn('failed')];
  return {
    ...facts,
    configured: facts.source !== 'none',
    lastSent: sent?.at.toISOString() ?? null,
    lastFailure: failed ? { at: failed.at.toISOString(), error: failed.error ?? 'unknown' } : null,
  };
}

/** SQL: recipient or subject contains the text; escapes `%`, `_` and `\`. */
function containsText(words: string) {
  const pattern = containsPattern(words);
  return sql`${mails.searchText} like ${pattern}`;
}

export function toSummary(row: Omit<MailRow, 'html' | 'text' | 'searchText'>): MailSummary {
  const { id, recipient, subject, kind, state, error, createdAt, updatedAt, containsSecret } = row;
  const timestamps = { createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
  return { id, to: recipient, subject, kind, state, error, containsSecret, ...timestamps };
}

const maxExported = 1000;

/**
 * Returns subject and date of mails to an address, latest first, for the data export. Omits the text: it may contain
 * a password link, which a session alone must not grant.
 */
export async function readMailsTo(
  db: Queryable,
  address: string,
): Promise<{ subject: string; writtenAt: string }[]> {
  const rows = await db
    .select({ subject: mails.subject, createdAt: mails.createdAt })
    .from(mails)
    .where(eq(mails.recipient, address))
    .orderBy(desc(mails.createdAt))
    .limit(maxExported);
  return rows.map(({ subject, createdAt }) => ({ subject, writtenAt: createdAt.toISOString() }));
}

/** Returns messages to the store from exactly this address, latest first. */
export async function readMessagesFrom(
  db: Queryable,
  address: string,
): Promise<{ text: string; writtenAt: string }[]> {
  const rows = await db
    .select({ text: mails.text, createdAt: mails.createdAt })
    .from(mails)
    .where(and(eq(mails.replyTo, address), eq(mails.kind, 'support-message')))
    .orderBy(desc(mails.createdAt))
    .limit(maxExported);
  return rows.map(({ text, createdAt }) => ({ text, writtenAt: createdAt.toISOString() }));
}
