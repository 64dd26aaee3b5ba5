import { returns } from './adapter-shape.ts';

/** A mail that is ready to be sent, with subject, HTML and text. */
export type OutgoingMail = {
  subject: string;
  html: string;
  text: string;
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

export const sendMailShape = returns();
