import { createElement as h } from 'react';
import { z } from 'zod';
import { defineMail, type MailDesign } from './define-mail.ts';
import { Text } from './elements.ts';
import { type MailParts, paragraph } from './mail-layout.ts';

const message = {
  from: z.object({ name: z.string(), email: z.string() }),
  orderNumber: z.string().nullable(),
  message: z.string(),
};
const reply = {
  /** Order that the conversation is about; null without one. */
  orderNumber: z.string().nullable(),
  /** True if the customer can read the conversation in an account. */
  hasAccount: z.boolean(),
  /** True if the customer has not written before. */
  isFirst: z.boolean().default(false),
  message: z.string(),
};

const support = { owner: 'address', toggles: [], request: 'content' } as const;

export const supportMails = {
  'support-message': defineMail({
    ...support,
    content: message,
    budget: null,
    replyTo: ({ from }) => from.email,
    render: supportMessage,
  }),
  /** Contains nothing of the message, because the address may belong to someone else. */
  'support-received': defineMail({
    ...support,
    content: {},
    budget: 'unverified',
    example: {},
    render: supportReceived,
  }),
  /** Answer of staff to a customer, so it is not limited. */
  'support-reply': defineMail({
    ...support,
    content: reply,
    budget: null,
    example: {
      orderNumber: null,
      hasAccount: false,
      isFirst: false,
      message: 'Yes, it comes with a charger.',
    },
    render: supportReply,
  }),
};

type Message = z.output<z.ZodObject<typeof message>>;

/** Mail to the store with a visitor's message. */
function supportMessage({ from, orderNumber, message }: Message) {
  const about = orderNumber === null ? '' : ` about order ${orderNumber}`;
  const parts: MailParts = {
    preview: message.slice(0, 120),
    heading: `${from.name} writes${about}`,
    children: paragraphsOf(message),
    note: `Reply to ${from.email}. The address was entered in the contact form and is not verified.`,
  };
  return { subject: `Message from ${from.name}${about}`, parts };
}

function supportReceived(_content: object, { store: { storeName, supportHours } }: MailDesign) {
  const parts: MailParts = {
    preview: 'We received your message.',
    heading: 'We received your message',
    children: h(
      Text,
      { style: paragraph },
      `The team at ${storeName} will reply to this address.${supportHours && ` Support hours: ${supportHours}.`}`,
    ),
    note: 'If you did not contact us, someone mistyped their address. You can ignore this email.',
  };
  return { subject: `${storeName} received your message`, parts };
}

type Reply = z.output<z.ZodObject<typeof reply>>;

function supportReply(
  { orderNumber, hasAccount, isFirst, message }: Reply,
  { store: { storeName }, publicUrl }: MailDesign,
) {
  const about = orderNumber === null ? '' : ` about order ${orderNumber}`;
  const parts: MailParts = {
    preview: message.slice(0, 120),
    heading: isFirst ? `A message from ${storeName}${about}` : `${storeName} has answered${about}`,
    children: paragraphsOf(message),
    ...(orderNumber !== null && {
      action: { label: 'View your order', href: `${publicUrl}/orders/${orderNumber}` },
    }),
    ...(orderNumber === null &&
      hasAccount && { action: { label: 'View your messages', href: `${publicUrl}/support` } }),
    note: 'Reply to this email to write back.',
  };
  const subject = isFirst ? parts.heading : `${storeName} has answered your message${about}`;
  return { subject, parts };
}

function paragraphsOf(message: string) {
  return message
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line, index) => h(Text, { key: index, style: paragraph }, line));
}
