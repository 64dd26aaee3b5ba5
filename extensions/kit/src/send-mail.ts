import { adapterLoader, returns } from '../platform/adapters.ts';
import type { RenderedMail } from './mails/render-mail.ts';

/** A mail that is ready to be sent, with subject, HTML and text. */
export type OutgoingMail = RenderedMail & {
  /** The same for every try of a mail. */
  eventKey: string;
  from: { name: string; address: string };
  to: string;
  /** Reply-To address, when it is not the store's. */
  replyTo?: string;
  /** One-click unsubscribe URL (RFC 8058). */
  oneClick?: string;
};

/** Sends one mail; throws when it was not accepted, and the mail is tried again later. */
export type SendMail = (mail: OutgoingMail) => Promise<void>;

export const loadMailAdapter = adapterLoader<SendMail>('MAIL_ADAPTER', returns());
