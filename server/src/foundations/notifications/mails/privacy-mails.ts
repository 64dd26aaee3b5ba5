import { createElement as h } from 'react';
import { z } from 'zod';
import { defineMail, type MailDesign, tokenRequest } from './define-mail.ts';
import { Text } from './elements.ts';
import { type MailParts, paragraph } from './mail-layout.ts';

/** Mails with a link to the personal data of an email address without an account. */
export const privacyMails = {
  'privacy-request': defineMail({
    content: { link: z.string() },
    request: tokenRequest,
    owner: 'address',
    toggles: [],
    budget: 'visitor',
    secretLink: ({ link }) => link,
    render: privacyRequest,
  }),
};

function privacyRequest({ link }: { link: string }, { store: { storeName } }: MailDesign) {
  const parts: MailParts = {
    preview: 'Download or erase the data we store for this address.',
    heading: 'Your personal data',
    children: h(
      Text,
      { style: paragraph },
      `We received a request for the data that ${storeName} stores for this email address. Use this link to download or erase it.`,
    ),
    action: { label: 'See my data', href: link },
    note: 'The link works once and expires in one day. If you did not ask for it, you can ignore this email; nothing has changed.',
  };
  return { subject: `Your personal data at ${storeName}`, parts };
}
