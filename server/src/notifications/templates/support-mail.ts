import type { PublicSettings } from '@reprise/contract/settings';
import { createElement as h } from 'react';
import { Text } from './elements.ts';
import { type MailParts, paragraph } from './mail-layout.ts';

type Message = {
  from: { name: string; email: string };
  orderNumber: string | null;
  message: string;
};

/** Mail to the store with a visitor's message. */
export function supportMessageMail({ from, orderNumber, message }: Message) {
  const about = orderNumber === null ? '' : ` about order ${orderNumber}`;
  const parts: MailParts = {
    preview: message.slice(0, 120),
    heading: `${from.name} writes${about}`,
    children: paragraphsOf(message),
    note: `Reply to ${from.email}. The address was entered in the contact form and is not verified.`,
  };
  return { subject: `Message from ${from.name}${about}`, parts };
}

/** Confirmation to the sender without the message, because the address may belong to someone else. */
export function supportReceivedMail({ storeName, supportHours }: PublicSettings) {
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

type Reply = { orderNumber: string | null; hasAccount: boolean; message: string };

/** Mail to a customer with the answer of staff. */
export function supportReplyMail(
  { orderNumber, hasAccount, message }: Reply,
  { storeName }: PublicSettings,
  publicUrl: string,
) {
  const about = orderNumber === null ? '' : ` about order ${orderNumber}`;
  const parts: MailParts = {
    preview: message.slice(0, 120),
    heading: `${storeName} has answered${about}`,
    children: paragraphsOf(message),
    ...(orderNumber !== null && {
      action: { label: 'View your order', href: `${publicUrl}/orders/${orderNumber}` },
    }),
    ...(orderNumber === null &&
      hasAccount && { action: { label: 'View your messages', href: `${publicUrl}/support` } }),
    note: 'Reply to this email to write back.',
  };
  return { subject: `${storeName} has answered your message${about}`, parts };
}

function paragraphsOf(message: string) {
  return message
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line, index) => h(Text, { key: index, style: paragraph }, line));
}
