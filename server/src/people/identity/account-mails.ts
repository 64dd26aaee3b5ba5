import { and, eq, ne } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import type { MailReaders, MailRequest } from '../../foundations/notifications/mail-requests.ts';
import type { MailContent } from '../../foundations/notifications/mails/mail-registry.ts';
import { findReplacedEmail, readEmailUndo } from './email-changes.ts';
import { users } from './identity.tables.ts';
import { readNoticeLink } from './not-me/notice-link.ts';
import { type MailedPurpose, mailedPurposes, readMailedToken, tokenLink } from './one-time-token.ts';
import type { UserRow } from './user.queries.ts';

type AccountMailDeps = Pick<Deps, 'db' | 'environment' | 'now' | 'secret'>;
type TokenKind = Exclude<MailedPurpose, 'email-change'>;
type TokenRequest<Kind> = { kind: Kind; eventKey: string; tokenId: string };

/** Readers of account mails; null when the link was revoked or used before the mail was sent. */
export function accountMailReaders(
  deps: AccountMailDeps,
): Pick<MailReaders, TokenKind | 'email-change' | 'sign-in-attempts' | 'security-notice'> {
  const read = async <Kind extends TokenKind>({ kind, eventKey, tokenId }: TokenRequest<Kind>) => {
    const addressed = await readLink(deps, kind, tokenId);
    if (!addressed) return null;
    const { user, link } = addressed;
    return { kind, eventKey, to: user.email, name: user.name, link };
  };
  const tokenReaders = Object.fromEntries(mailedPurposes.map((purpose) => [purpose, read]));
  return {
    ...(tokenReaders as { [Kind in TokenKind]: typeof read<Kind> }),
    'email-change': (request) => readEmailChange(deps, request),
    'sign-in-attempts': async ({ kind, eventKey, userId }) => {
      const user = await findUserRow(deps, userId);
      return user && { kind, eventKey, to: user.email };
    },
    'security-notice': (request) => readNotice(deps, request),
  };
}

/** Checks for a taken address only when the mail is sent, because the request's response must not reveal it. */
async function readEmailChange(
  deps: AccountMailDeps,
  { kind, eventKey, tokenId }: TokenRequest<'email-change'>,
) {
  const addressed = await readLink(deps, kind, tokenId);
  const to = addressed?.user.pendingEmail;
  if (!addressed || !to) return null;
  const { user, link } = addressed;
  const isTaken = (await deps.db.$count(users, and(eq(users.email, to), ne(users.id, user.id)))) > 0;
  return isTaken ? { kind: 'email-in-use' as const, eventKey, to } : { kind, eventKey, to, link };
}

async function readLink(deps: AccountMailDeps, purpose: MailedPurpose, tokenId: string) {
  const issued = await readMailedToken(deps, purpose, tokenId);
  const user = issued && (await findUserRow(deps, issued.userId));
  if (!user) return null;
  return { user, link: tokenLink(deps.environment.publicUrl, purpose, issued.token) };
}

async function findUserRow({ db }: Pick<Deps, 'db'>, userId: string): Promise<UserRow | null> {
  const [user] = await db.select().from(users).where(eq(users.id, userId));
  return user ?? null;
}

/**
 * Reads a security notice. It goes only to verified addresses and to staff, because an unverified address may be a
 * stranger's.
 */
async function readNotice(
  deps: AccountMailDeps,
  { userId, emailChangeId, noticeId, ...facts }: Extract<MailRequest, { kind: 'security-notice' }>,
): Promise<MailContent | null> {
  const user = await findUserRow(deps, userId);
  if (!user) return null;
  const { name, email, role, emailVerified } = user;
  if (emailChangeId !== undefined) {
    const undo = await readEmailUndo(deps, emailChangeId);
    return undo && { ...facts, ...undo, name };
  }
  const notMeLink = noticeId === undefined ? undefined : await readNoticeLink(deps, noticeId);
  const replaced = await findReplacedEmail(deps.db, userId, new Date(facts.occurredAt));
  if (replaced) return { ...facts, to: replaced, name, notMeLink };
  return emailVerified || role === 'admin' ? { ...facts, to: email, name, notMeLink } : null;
}
