import { Text } from '@react-email/text';
import { createElement as h } from 'react';
import { type MailParts, paragraph } from './mail-layout.ts';

/** The link to what the shop holds for an e-mail address, for somebody without an account. */
export function privacyRequestMail({ link }: { link: string }, storeName: string) {
  const parts: MailParts = {
    preview: 'Download or erase what we hold for this address.',
    heading: 'Your personal data',
    children: h(
      Text,
      { style: paragraph },
      `Somebody asked what ${storeName} holds for this email address. With this link you can download it or have it erased.`,
    ),
    action: { label: 'See my data', href: link },
    note: 'The link works for one day. If you did not ask for it, nothing has changed and there is nothing to do.',
  };
  return { subject: `Your personal data at ${storeName}`, parts };
}
