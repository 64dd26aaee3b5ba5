import { formatTimeAs } from '@reprise/contract/dates';
import { type SecurityNotice, securityNotices } from '@reprise/contract/people/identity/security-notices';
import { Fragment, createElement as h, type ReactNode } from 'react';
import { z } from 'zod';
import { defineMail, type MailDesign } from './define-mail.ts';
import { Link, Text } from './elements.ts';
import { withGreeting } from './greeting.ts';
import { type MailParts, paragraph, quietLink } from './mail-layout.ts';

const facts = { notice: z.enum(securityNotices), detail: z.string().optional(), occurredAt: z.string() };
const content = {
  ...facts,
  name: z.string(),
  /** Secret link that restores the old address. */
  undoLink: z.string().optional(),
  /** Secret link that undoes what the mail reports. */
  notMeLink: z.string().optional(),
};
type Content = z.output<z.ZodObject<typeof content>>;

export const securityMails = {
  'security-notice': defineMail({
    content,
    request: {
      ...facts,
      userId: z.string(),
      /** Set for notices to the replaced address. */
      emailChangeId: z.string().optional(),
      /** Row whose link undoes what the mail reports. */
      noticeId: z.string().optional(),
    },
    owner: 'account',
    toggles: [],
    // Not limited: an attacker who uses up the budget could otherwise block the undo link of an email change.
    budget: null,
    secretLink: ({ undoLink, notMeLink }) => undoLink ?? notMeLink,
    render: securityNotice,
  }),
};

type Words = {
  subject: string;
  happened: (detail: string) => string;
  /** Effect of the link besides signing the account out; absent where nothing can be undone. */
  undo?: string;
  /** About the store, for its owners, instead of the recipient's account. */
  isForOwners?: true;
};

const words: Record<SecurityNotice, Words> = {
  'new-device': {
    subject: 'New sign-in to your account',
    happened: (detail) => `Your account was used to sign in from a new device: ${detail}.`,
  },
  'password-changed': {
    subject: 'Your password was changed',
    happened: () => 'The password of your account was changed.',
  },
  'email-changed': {
    subject: 'Your email address was changed',
    happened: () => 'The email address of your account was changed. This address can no longer sign in.',
  },
  'two-factor-on': {
    subject: 'Two-factor sign-in was turned on',
    happened: () => 'Two-factor sign-in was set up for your account.',
    undo: 'turns this two-factor sign-in off',
  },
  'two-factor-off': {
    subject: 'Two-factor sign-in was turned off',
    happened: () => 'Two-factor sign-in was turned off for your account.',
  },
  'recovery-codes-renewed': {
    subject: 'Your recovery codes were replaced',
    happened: () => 'Your account has new recovery codes. The old ones no longer work.',
    undo: 'removes these recovery codes',
  },
  'recovery-code-used': {
    subject: 'A recovery code was used',
    happened: (detail) => `One of your recovery codes was used. You have ${detail} left.`,
    undo: 'removes the remaining recovery codes',
  },
  'passkey-added': {
    subject: 'A passkey was added',
    happened: () => 'A passkey was added to your account. It signs in without a password.',
    undo: 'removes the passkey',
  },
  'passkey-removed': {
    subject: 'A passkey was removed',
    happened: () => 'A passkey was removed from your account.',
  },
  'api-token-added': {
    subject: 'An API token was added',
    happened: () => 'An API token was added. Programs call the shop with it in your name.',
    undo: 'revokes the token',
  },
  'factors-reset': {
    subject: 'Two-factor sign-in was reset',
    happened: () =>
      'The store’s staff removed two-factor sign-in and passkeys from your account and signed it out everywhere.',
  },
  'changed-by-staff': {
    subject: 'Your account was changed',
    happened: (detail) => `The store’s staff changed your account: ${detail}.`,
  },
  'staff-added': {
    subject: 'A staff account was added or given more rights',
    happened: (detail) => `Someone was given staff rights in the store: ${detail}.`,
    undo: 'takes these rights away',
    isForOwners: true,
  },
  'payment-keys-changed': {
    subject: 'The payment keys were changed',
    happened: () => 'The keys that decide where the store’s money goes were changed or removed.',
    undo: 'removes these keys, so that the store takes no payments with them,',
    isForOwners: true,
  },
  'webhook-added': {
    subject: 'A webhook was added or changed',
    happened: (detail) => `The store tells ${detail} about its events, such as new orders.`,
    undo: 'switches the webhook off',
    isForOwners: true,
  },
  'webhook-stopped': {
    subject: 'A webhook was switched off',
    happened: (detail) =>
      `${detail} did not accept an event for three days, so the store no longer tells it about events. What waits is sent when you switch the webhook on again, under Settings.`,
    isForOwners: true,
  },
  'texts-changed': {
    subject: 'A text of the store was changed',
    happened: (detail) =>
      `The store’s own text of ${detail} was changed. Customers read it in the store’s name.`,
    undo: 'takes this change of the text back',
    isForOwners: true,
  },
  'mail-server-changed': {
    subject: 'The mail server was changed',
    happened: () => 'The server that sends the store’s email was changed or removed.',
    undo: 'removes this mail server',
    isForOwners: true,
  },
};

/** Security notice about the recipient's account. Contains no text typed by visitors. */
function securityNotice(content: Content, { store: { storeName }, publicUrl }: MailDesign) {
  const { notice, detail = '', name } = content;
  const { subject, happened } = words[notice];
  const sentence = withGreeting(name, lowerFirst(happened(detail)));
  const time = `${formatTimeAs('longDateTime', content.occurredAt, 'UTC')} UTC`;
  const parts: MailParts = {
    preview: happened(detail),
    heading: subject,
    children: [
      h(Text, { key: 'what', style: paragraph }, sentence),
      h(Text, { key: 'when', style: paragraph }, `When: ${time}.`),
    ],
    action: actionOf(content, publicUrl),
    note: noteOf(content, publicUrl),
  };
  return { subject: `${subject} at ${storeName}`, parts };
}

function actionOf(
  { notice, undoLink, notMeLink }: Content,
  publicUrl: string,
): { label: string; href: string } {
  if (undoLink) return { label: 'This was not me: restore my address', href: undoLink };
  if (notMeLink) return { label: 'This was not me', href: notMeLink };
  if (notice === 'webhook-stopped') {
    return { label: 'See the webhook', href: `${publicUrl}/admin/settings?tab=webhooks` };
  }
  return words[notice].isForOwners
    ? { label: 'See who changed what', href: `${publicUrl}/admin/audit` }
    : { label: 'Choose a new password', href: `${publicUrl}/forgot-password` };
}

/** Advice that ends the access which the mail reports. */
function noteOf({ notice, undoLink, notMeLink }: Content, publicUrl: string): ReactNode {
  const { undo, isForOwners } = words[notice];
  if (undoLink) {
    return 'If this was you, there is nothing to do. If not, use the button to restore this address. It signs your account out everywhere, removes its password, two-factor sign-in and passkeys, and emails you a link to choose a new password. It works once and expires in seven days.';
  }
  if (notice === 'webhook-stopped') return undefined;
  const link = (path: string, label: string) => h(Link, { href: publicUrl + path, style: quietLink }, label);
  if (isForOwners) {
    const known = 'If you know about this, there is nothing to do. If not, ';
    const button = `use the button. It ${undo} and signs out the account that did it: its password stops working, and it gets a link to choose a new one. The button works once, for seven days. See `;
    const search = 'reverse the change, and end the sessions of that person under Users. See ';
    const advice = notMeLink ? button : search;
    return h(Fragment, null, known, advice, link('/admin/audit', 'who changed what'), '.');
  }
  const known = 'If this was you, there is nothing to do. If not, ';
  if (!notMeLink) {
    return `${known}choose a new password with the button. That page also removes the passkeys and API tokens of your account, and signs it out everywhere.`;
  }
  const button = `use the button. It ${undo ? `${undo}, ` : ''}signs your account out everywhere, makes its password stop working and emails you a link to choose a new one. With that link you also remove everything else that opens your account. The button works once, for seven days. See `;
  return h(Fragment, null, known, button, link('/profile', 'your account'), '.');
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
