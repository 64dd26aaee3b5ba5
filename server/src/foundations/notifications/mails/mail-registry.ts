import type { IntroducedMail, MailKind } from '@reprise/contract/foundations/notifications/mail-kinds';
import { z } from 'zod';
import { accountMails } from './account-mails.ts';
import { alertMails } from './alert-mails.ts';
import { envelope, type MailDesign, type MailToggles } from './define-mail.ts';
import { disputeMails } from './dispute-mails.ts';
import { draftMails } from './draft-mails.ts';
import type { MailParts } from './mail-layout.ts';
import { newsletterMails } from './newsletter-mails.ts';
import { orderMails } from './order-mails.ts';
import { parcelMails } from './parcel-mails.ts';
import { privacyMails } from './privacy-mails.ts';
import { returnMails } from './return-mails.ts';
import { securityMails } from './security-notice.ts';
import { storeMails } from './store-mails.ts';
import { supportMails } from './support-mails.ts';

/** The definition of every kind of mail. */
const mailDefinitions = {
  ...orderMails,
  ...accountMails,
  ...securityMails,
  ...alertMails,
  ...newsletterMails,
  ...supportMails,
  ...privacyMails,
  ...disputeMails,
  ...draftMails,
  ...parcelMails,
  ...returnMails,
  ...storeMails,
} satisfies { [Kind in MailKind]: { example: Kind extends IntroducedMail ? object : unknown } };

type Definitions = typeof mailDefinitions;
type Shape = z.ZodRawShape;
type Kinded<Kind, Rest extends Shape> = z.output<z.ZodObject<{ kind: z.ZodLiteral<Kind & string> } & Rest>>;

/** Full content of a mail with its secret links. It exists in memory only while a mail is sent. */
export type MailContent = {
  [Kind in MailKind]: Definitions[Kind] extends { content: infer Content extends Shape }
    ? Kinded<Kind, typeof envelope & Content>
    : never;
}[MailKind];

type StoredKind = {
  [Kind in MailKind]: Definitions[Kind]['request'] extends 'content' ? Kind : never;
}[MailKind];

/**
 * Content that is stored until the mail is sent; it has no link that acts for the recipient. Includes mails of orders
 * that are erased before their mail is sent.
 */
export type StoredContent = Extract<MailContent, { kind: StoredKind | keyof typeof orderMails }>;

/** Facts of a queued mail, of which the slice's reader makes the content. */
export type QueuedFacts = {
  [Kind in MailKind]: Definitions[Kind] extends { request: infer Request extends Shape }
    ? Kinded<Kind, Pick<typeof envelope, 'eventKey'> & Request>
    : never;
}[MailKind];

/** A definition whose content may be of any kind. */
type AnyDefinition = {
  content: Shape;
  request: Shape | 'content' | null;
  owner: 'account' | 'pending' | 'address';
  toggles: readonly (keyof MailToggles)[];
  budget: 'visitor' | 'reset' | 'verification' | 'unverified' | null;
  secretLink?: (content: MailContent) => string | undefined;
  replyTo?: (content: MailContent) => string;
  isNameTrusted?: true;
  example: object | undefined;
  render: (content: MailContent, design: MailDesign) => { subject: string; parts: MailParts };
};

// A definition is only called with content of its own kind, which the compiler cannot follow.
const definitions = mailDefinitions as unknown as Record<MailKind, AnyDefinition>;

const union = <Row>(schemas: z.ZodType[]) =>
  z.discriminatedUnion('kind', schemas as unknown as [z.ZodObject]) as unknown as z.ZodType<Row>;

export const mailContent = union<MailContent>(
  Object.entries(definitions).map(([kind, { content }]) =>
    z.object({ kind: z.literal(kind), ...envelope, ...content }),
  ),
);

export const queuedFacts = union<QueuedFacts>(
  Object.entries(definitions).flatMap(([kind, { request }]) =>
    typeof request === 'object' && request !== null
      ? [z.object({ kind: z.literal(kind), eventKey: envelope.eventKey, ...request })]
      : [],
  ),
);

/** Returns the definition of a mail. */
export const definitionOf = (kind: MailKind): AnyDefinition => definitions[kind];

/** Returns the secret of the mail's link, which only the recipient may see; null when it has none. */
export function secretOf(content: MailContent): string | null {
  const link = definitionOf(content.kind).secretLink?.(content);
  return link === undefined ? null : link.slice(link.indexOf('#') + 1);
}

/** Returns true when the store sends mails of this kind. */
export const isEnabled = (kind: MailKind, toggles: MailToggles): boolean =>
  definitionOf(kind).toggles.every((toggle) => toggles[toggle]);

/** Returns a mail with invented data for a preview. */
export function exampleMail(kind: IntroducedMail): MailContent {
  return mailContent.parse({
    kind,
    eventKey: 'example',
    to: 'ada@example.com',
    ...definitionOf(kind).example,
  });
}
