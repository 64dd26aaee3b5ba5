import type { PublicSettings } from '@reprise/contract/settings';
import { createElement as h } from 'react';
import { Text } from './elements.ts';
import { type MailParts, paragraph } from './mail-layout.ts';

/** Test mail that an administrator sends to check delivery and layout. */
export function testMail({ storeName }: PublicSettings, publicUrl: string) {
  const parts: MailParts = {
    preview: 'Email delivery works.',
    heading: 'Email delivery works',
    children: h(
      Text,
      { style: paragraph },
      `This is a test from the back office of ${storeName}. Every email of the store has this layout, these colors and the address below.`,
    ),
    action: { label: 'Open the settings', href: `${publicUrl}/admin/settings?tab=email` },
  };
  return { subject: `Test mail from ${storeName}`, parts };
}
