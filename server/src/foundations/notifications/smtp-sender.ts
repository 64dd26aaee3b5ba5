import { createHash } from 'node:crypto';
import type { OutgoingMail, SendMail } from '@reprise/extension/send-mail';
import { createTransport, type Transporter } from 'nodemailer';
import type { Deps } from '../../deps.ts';
import { loadMailAdapter } from '../../platform/adapters.ts';
import { isLoopback } from '../../platform/environment.ts';
import { errorOf } from './deliver-mail.ts';
import { readStoredMailServer } from './mail-server/mail-server.ts';
import { encryptionFor, transportLimits, transportTo } from './mail-server/transport.ts';

/** Returns the sender of the next mail; null when no mail server is configured. */
export type FindSender = () => Promise<SendMail | null>;

/** Reads the stored mail server for each mail, so that a change applies at once in all processes. */
export function senderOf(deps: Pick<Deps, 'db' | 'environment' | 'secret'>): FindSender {
  const { mailAdapter, smtpUrl } = deps.environment;
  if (mailAdapter !== undefined) return () => adaptedSender(mailAdapter);
  if (smtpUrl !== undefined) {
    const send = smtpSender(smtpUrl);
    return async () => send;
  }
  return async () => {
    const server = await readStoredMailServer(deps);
    if (server === null) return null;
    if (server === 'unreadable') return rejectUnreadable;
    return async (mail) => sendWith(await transportTo(deps, server), mail, server.host, false);
  };
}

async function adaptedSender(path: string): Promise<SendMail> {
  const send = await loadMailAdapter(path);
  return async (mail) => {
    try {
      await send(mail);
    } catch (cause) {
      // Also of an adapter that is not async.
      throw new Error(withoutAddresses(errorOf(cause)));
    }
  };
}

/** Fails the mail, so that it is sent later, instead of leaving it in the mailbox. */
async function rejectUnreadable(): Promise<void> {
  throw new Error(
    'The password of the mail server was encrypted with another APP_SECRET. Enter it again under Settings > Email.',
  );
}

/**
 * Connects per mail with short timeouts, so that an unavailable server does not block the job queue. Requires TLS with a
 * valid certificate except on loopback, because mails contain reset links.
 */
export function smtpSender(url: string): SendMail {
  const { hostname } = new URL(url);
  const isLocal = isLoopback(hostname);
  const transport = createTransport({
    url: withoutTlsOptions(url),
    ...encryptionFor(isLocal),
    ...transportLimits,
  });
  return (mail) => sendWith(transport, mail, hostname, isLocal);
}

async function sendWith(
  transport: Pick<Transporter, 'sendMail'>,
  { eventKey, from, to, replyTo, oneClick, subject, html, text }: OutgoingMail,
  hostname: string,
  isLocal: boolean,
): Promise<void> {
  const message = {
    from,
    // An object is always one recipient; a string would be parsed as a list.
    to: { name: '', address: to },
    ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
    ...(oneClick !== undefined && { headers: unsubscribeHeaders(oneClick) }),
    subject,
    html,
    text,
    messageId: messageIdOf(eventKey, from.address),
  };
  await transport.sendMail(message).catch((cause: Error & { code?: string }) => {
    if (cause.code === 'ETLS' && !isLocal) throw new Error(noEncryption(hostname));
    // The original error contains recipients in many fields, which would reach the log and the job table.
    throw new Error(withoutAddresses(cause.message));
  });
}

/** Removes TLS options such as `?ignoreTLS=true`, which would disable encryption. */
function withoutTlsOptions(url: string): string {
  const parsedUrl = new URL(url);
  for (const name of [...parsedUrl.searchParams.keys()]) {
    if (/tls|^secure$/i.test(name)) parsedUrl.searchParams.delete(name);
  }
  return parsedUrl.href;
}

function noEncryption(hostname: string): string {
  return `${hostname} does not support encryption (STARTTLS), so nothing was sent. Use a mail server with TLS, or a relay on this machine.`;
}

/** Returns the server's message without email addresses, shortened for the list. */
function withoutAddresses(text: string): string {
  return text
    .slice(0, 500)
    .split(/\s/)
    .map((word) => (word.includes('@') ? '<address>' : word))
    .join(' ');
}

function unsubscribeHeaders(url: string) {
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

/** Returns the same Message-ID for every attempt, so that mail servers detect duplicates. */
function messageIdOf(eventKey: string, from: string): string {
  const host = from.slice(from.lastIndexOf('@') + 1).replace(/[^\w.-]/g, '');
  return `<${createHash('sha256').update(eventKey).digest('hex').slice(0, 32)}@${host}>`;
}
