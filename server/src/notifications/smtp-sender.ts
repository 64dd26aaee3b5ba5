import { createHash } from 'node:crypto';
import { createTransport } from 'nodemailer';
import { isLoopback } from '../platform/environment.ts';
import type { RenderedMail } from './templates/render-mail.ts';

type OutgoingMail = RenderedMail & {
  eventKey: string;
  from: { name: string; address: string };
  to: string;
  /** Who is answered, where that is not the store. */
  replyTo?: string;
  /** Takes the POST with which a mail program ends such mails (RFC 8058). */
  oneClick?: string;
};

/** Hands one mail to the mail server; throws when it was not taken. */
export type SendMail = (mail: OutgoingMail) => Promise<void>;

/** Null without a mail server. */
export function senderOf({ smtpUrl }: { smtpUrl: string | undefined }): SendMail | null {
  return smtpUrl === undefined ? null : smtpSender(smtpUrl);
}

/**
 * Connects for each mail and gives up in good time, so that a dead server does not hold the jobs. Except on this
 * machine the connection is encrypted: else anybody in between could read reset links and the mail password.
 */
export function smtpSender(url: string): SendMail {
  const { hostname } = new URL(url);
  const isLocal = isLoopback(hostname);
  const transport = createTransport({
    url: withoutTlsOptions(url),
    requireTLS: !isLocal,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return async ({ eventKey, from, to, replyTo, oneClick, subject, html, text }) => {
    const message = {
      from,
      // As an object it is one recipient, whatever is written in it.
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
      // The original error names recipients in many fields, which would reach the log and the job's row.
      throw new Error(withoutAddresses(cause.message));
    });
  };
}

/** Options in the URL must not weaken the encryption, as `?ignoreTLS=true` would. */
function withoutTlsOptions(url: string): string {
  const address = new URL(url);
  for (const name of [...address.searchParams.keys()]) {
    if (/tls|^secure$/i.test(name)) address.searchParams.delete(name);
  }
  return address.href;
}

function noEncryption(hostname: string): string {
  return `${hostname} offers no encryption (STARTTLS), so nothing was sent. Use a mail server with TLS, or a relay on this machine.`;
}

/** An answer of a mail server without e-mail addresses, short enough for a list. */
function withoutAddresses(text: string): string {
  return text
    .slice(0, 500)
    .split(/\s/)
    .map((word) => (word.includes('@') ? '<address>' : word))
    .join(' ');
}

function unsubscribeHeaders(address: string) {
  return { 'List-Unsubscribe': `<${address}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

/** The same for every try, so that mail servers can tell a repeat from a new mail. */
function messageIdOf(eventKey: string, from: string): string {
  const host = from.slice(from.lastIndexOf('@') + 1).replace(/[^\w.-]/g, '');
  return `<${createHash('sha256').update(eventKey).digest('hex').slice(0, 32)}@${host}>`;
}
