import type { MailServer, MailServerInput } from '@reprise/contract/foundations/notifications/mail-server';
import { Problem } from '@reprise/contract/problem';
import { sql } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { encryptField } from '../../../platform/crypto/encrypted-field.ts';
import { inTransaction, type Tx } from '../../../platform/database/database.ts';
import { isMailInEnvironment } from '../../../platform/environment.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import { readMailServer } from '../mail.queries.ts';
import { queueOwnerNotices } from '../security-notices.ts';
import { mailServers } from './mail-server.tables.ts';
import { passwordContext, readStoredMailServer, type StoredMailServer } from './mail-server.ts';
import { tryMailServer } from './try-mail-server.ts';

type ServerDeps = Pick<Deps, 'db' | 'secret' | 'environment' | 'now' | 'jobs'>;

/** Stores a mail server after connecting and signing in to it: an unusable one would hold back all mail. */
export async function setMailServer(
  deps: ServerDeps,
  input: MailServerInput,
  actorId: string,
): Promise<MailServer> {
  assertEditable(deps);
  const server = completePassword(input, await readStoredMailServer(deps));
  await tryMailServer(deps, server);
  const { password, ...visible } = server;
  const row = {
    ...visible,
    passwordEncrypted: password && encryptField(deps.secret, passwordContext, password),
    updatedAt: deps.now(),
  };
  await inTransaction(deps.db, async (tx) => {
    await tx.insert(mailServers).values(row).onConflictDoUpdate({ target: mailServers.id, set: row });
    await recordChange(tx, deps, actorId, 'set mail server', visible);
  });
  return readMailServer(deps);
}

export async function removeMailServer(deps: ServerDeps, actorId: string): Promise<MailServer> {
  assertEditable(deps);
  await inTransaction(deps.db, async (tx) => {
    const removed = await tx.delete(mailServers).returning({ id: mailServers.id });
    if (removed.length > 0) await recordChange(tx, deps, actorId, 'remove mail server', null);
  });
  return readMailServer(deps);
}

async function recordChange(
  tx: Tx,
  deps: ServerDeps,
  actorId: string,
  action: string,
  after: Omit<StoredMailServer, 'password'> | null,
): Promise<void> {
  await recordAudit(tx, { actorId, action, subject: 'settings', after });
  const subject = after ? `${after.host}:${after.port}` : undefined;
  await queueOwnerNotices(tx, deps, { notice: 'mail-server-changed', subject, actorId }, deps.now());
}

/** Removes a mail server that an owner knows nothing about; returns false if another one is set. */
export async function removeReportedMailServer(tx: Tx, subject: string): Promise<boolean> {
  const removed = await tx
    .delete(mailServers)
    .where(sql`${mailServers.host} || ':' || ${mailServers.port} = ${subject}`)
    .returning({ id: mailServers.id });
  return removed.length > 0;
}

function assertEditable({ environment }: ServerDeps): void {
  if (!isMailInEnvironment(environment)) return;
  const setting = environment.mailAdapter === undefined ? 'SMTP_URL' : 'MAIL_ADAPTER';
  throw new Problem('VALIDATION_ERROR', `The mail server is set by ${setting}. Change it there.`);
}

/**
 * Returns the server with its password. The stored password is reused only for the same account: another host would
 * otherwise receive it.
 */
function completePassword(
  input: MailServerInput,
  stored: StoredMailServer | 'unreadable' | null,
): StoredMailServer {
  const { host, port, encryption, password } = input;
  const userName = input.userName || null;
  const server = { host: host.toLowerCase(), port, encryption, userName };
  if (userName === null) return { ...server, password: null };
  if (password !== undefined) return { ...server, password };
  const isSameAccount =
    stored !== null &&
    stored !== 'unreadable' &&
    stored.host === server.host &&
    stored.port === port &&
    stored.encryption === encryption &&
    stored.userName === userName;
  if (isSameAccount && stored.password !== null) return { ...server, password: stored.password };
  const message = 'Enter the password of this user';
  throw new Problem('VALIDATION_ERROR', message, { errors: [{ field: 'password', message }] });
}
