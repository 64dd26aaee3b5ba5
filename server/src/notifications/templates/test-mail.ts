import { Text } from '@react-email/text';
import type { PublicSettings } from '@reprise/contract/settings';
import { createElement as h } from 'react';
import { type MailParts, paragraph } from './mail-layout.ts';

/** What an administrator sends to see how mails of the store arrive and look. */
export function testMail({ storeName }: PublicSettings, publicUrl: string) {
  const parts: MailParts = {
    preview: 'Mail from the store arrives.',
    heading: 'Mail arrives',
    children: h(
      Text,
      { style: paragraph },
      `This is a test from the back office of ${storeName}. Every mail of the store has this frame, these colors and this address below.`,
    ),
    action: { label: 'Open the settings', href: `${publicUrl}/admin/settings?tab=email` },
  };
  return { subject: `Test mail from ${storeName}`, parts };
}
