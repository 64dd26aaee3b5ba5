import { createHash } from 'node:crypto';
import { createTransport } from 'nodemailer';
import { isLoopback } from '../platform/environment.ts';
import type { RenderedMail } from './templates/render-mail.ts';

type OutgoingMail = RenderedMail & {
  eventKey: string;
  from: { name: string; address: string };
  to: string;
  /** Reply-To parsedUrl, when it is not the store's. */
  replyTo?: string;
  /** One-click unsubscribe URL (RFC 8058). */
  oneClick?: string;
};

/** Sends one mail; throws when the mail server rejects it. */
export type SendMail = (mail: OutgoingMail) => Promise<void>;

/** Returns null when no mail server is configured. */
export function senderOf({ smtpUrl }: { smtpUrl: string | undefined }): SendMail | null {
  return smtpUrl === undefined ? null : smtpSender(smtpUrl);
}

/**
 * Connects per mail with short timeouts, so that an unavailable server does not block the job queue. Requires TLS
 * except on loopback, because mails contain reset links.
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
  };
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
