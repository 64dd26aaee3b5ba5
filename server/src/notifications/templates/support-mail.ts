import { Text } from '@react-email/text';
import type { PublicSettings } from '@reprise/contract/settings';
import { createElement as h } from 'react';
import { type MailParts, paragraph } from './mail-layout.ts';

type Message = {
  from: { name: string; email: string };
  orderNumber: string | null;
  message: string;
};

/** What somebody wrote, for the store. */
export function supportMessageMail({ from, orderNumber, message }: Message) {
  const about = orderNumber === null ? '' : ` about order ${orderNumber}`;
  const parts: MailParts = {
    preview: message.slice(0, 120),
    heading: `${from.name} writes${about}`,
    children: message
      .split(/\r?\n/)
      .filter((line) => line.trim() !== '')
      .map((line, at) => h(Text, { key: at, style: paragraph }, line)),
    note: `Answer to ${from.email}. The address was typed into the contact form and is not proven.`,
  };
  return { subject: `Message from ${from.name}${about}`, parts };
}

/** What the sender gets: nothing they wrote, because the address may be somebody else's. */
export function supportReceivedMail({ storeName, supportHours }: PublicSettings) {
  const parts: MailParts = {
    preview: 'Your message has arrived.',
    heading: 'Your message has arrived',
    children: h(
      Text,
      { style: paragraph },
      `Somebody at ${storeName} reads it and answers to this address. Support hours: ${supportHours}.`,
    ),
    note: 'If you did not write to us, somebody mistyped their address and there is nothing to do.',
  };
  return { subject: `${storeName} has your message`, parts };
}
