import type { PublicSettings, Settings } from '@reprise/contract/foundations/settings';
import { z } from 'zod';
import type { MailParts } from './mail-layout.ts';

type Shape = z.ZodRawShape;

/** At most one mail per `eventKey`; `to` is one address. */
export const envelope = { eventKey: z.string(), to: z.string() };

/** The store whose name and colors a mail has. */
export type MailDesign = { store: PublicSettings; publicUrl: string };

/** Settings that turn mails off. */
export type MailToggles = Pick<
  Settings,
  'emailNotifications' | 'orderConfirmations' | 'marketingEmails' | 'lowStockAlerts' | 'newOrderAlerts'
>;

type ContentOf<Content extends Shape> = z.output<z.ZodObject<typeof envelope & Content>>;

/** Everything the shop knows about one kind of mail, beside its names in `contract/src/foundations/notifications/mail-kinds.ts`. */
type MailDefinition<Content extends Shape, Request, Example> = {
  /** Full content with its secret links. It exists in memory only while a mail is sent. */
  content: Content;
  /**
   * Facts of the queued job: ids and plain facts, never an address, name, link or token; the slice's reader makes the
   * content of them. 'content' if the content is stored until then, because no table has it; null if never queued.
   */
  request: Request;
  /**
   * Decides what an erasure of personal data deletes: `account` mails exist only because an account has the address,
   * verified or not; `pending` ones go to an address an account is changing to; `address` are all others.
   */
  owner: 'account' | 'pending' | 'address';
  /** Settings that must be on. None for account mails, so that users cannot be locked out. */
  toggles: readonly (keyof MailToggles)[];
  /**
   * Mail budget that the mail spends; null if it is never limited. `unverified` spends the one for visitors, unless the
   * address is verified or the mail's order is paid.
   */
  budget: 'visitor' | 'reset' | 'verification' | 'unverified' | null;
  /** Link that acts for the recipient; the stored copy hides its secret. */
  secretLink?: (content: ContentOf<Content>) => string | undefined;
  /** Reply-To address, when it is not the store's. */
  replyTo?: (content: ContentOf<Content>) => string;
  /** True if the name was chosen by staff, so that an unverified address may read it. */
  isNameTrusted?: true;
  /** Invented content for the preview of an introduction. */
  example: Example;
  render: (content: ContentOf<Content>, design: MailDesign) => { subject: string; parts: MailParts };
};

/** Returns the definition with the types of its content, request and example. */
export function defineMail<
  const Content extends Shape,
  const Request extends Shape | 'content' | null,
  Example extends z.output<z.ZodObject<Content>> | undefined = undefined,
>(
  definition: Omit<MailDefinition<Content, Request, Example>, 'example'> & { example?: Example },
): MailDefinition<Content, Request, Example> {
  return { ...definition, example: definition.example as Example };
}

/** Job facts of a mail with a one-time link, created from the token's id when the mail is sent. */
export const tokenRequest = { tokenId: z.string() };

export const exampleLink = 'https://example.com/#example';
