import { createElement as h } from 'react';
import { z } from 'zod';
import { defineMail, type MailDesign } from './define-mail.ts';
import { Text } from './elements.ts';
import { withGreeting } from './greeting.ts';
import { type MailParts, paragraph } from './mail-layout.ts';

/** Security notices to users about their account, and to owners about the store. */
const securityNotices = [
  'new-device',
  'password-changed',
  'email-changed',
  'two-factor-on',
  'two-factor-off',
  'recovery-codes-renewed',
  'recovery-code-used',
  'passkey-added',
  'passkey-removed',
  'api-token-added',
  'factors-reset',
  'changed-by-staff',
  'staff-added',
  'payment-keys-changed',
  'mail-server-changed',
  'webhook-added',
  'webhook-stopped',
  'texts-changed',
] as const;
export type SecurityNotice = (typeof securityNotices)[number];

const facts = { notice: z.enum(securityNotices), detail: z.string().optional(), occurredAt: z.string() };
const content = {
  ...facts,
  name: z.string(),
  /** Secret link that restores the old address. */
  undoLink: z.string().optional(),
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
    },
    owner: 'account',
    toggles: [],
    // Not limited: an attacker who uses up the budget could otherwise block the undo link of an email change.
    budget: null,
    secretLink: ({ undoLink }) => undoLink,
    render: securityNotice,
  }),
};

type Words = { subject: string; happened: (detail: string) => string };

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
  },
  'two-factor-off': {
    subject: 'Two-factor sign-in was turned off',
    happened: () => 'Two-factor sign-in was turned off for your account.',
  },
  'recovery-codes-renewed': {
    subject: 'Your recovery codes were replaced',
    happened: () => 'Your account has new recovery codes. The old ones no longer work.',
  },
  'recovery-code-used': {
    subject: 'A recovery code was used',
    happened: (detail) => `One of your recovery codes was used. You have ${detail} left.`,
  },
  'passkey-added': {
    subject: 'A passkey was added',
    happened: () => 'A passkey was added to your account. It signs in without a password.',
  },
  'passkey-removed': {
    subject: 'A passkey was removed',
    happened: () => 'A passkey was removed from your account.',
  },
  'api-token-added': {
    subject: 'An API token was added',
    happened: () => 'An API token was added. Programs call the shop with it in your name.',
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
  },
  'payment-keys-changed': {
    subject: 'The payment keys were changed',
    happened: () => 'The keys that decide where the store’s money goes were changed or removed.',
  },
  'webhook-added': {
    subject: 'A webhook was added or changed',
    happened: (detail) => `The store tells ${detail} about its events, such as new orders.`,
  },
  'webhook-stopped': {
    subject: 'A webhook was switched off',
    happened: (detail) =>
      `${detail} did not accept an event for three days, so the store no longer tells it about events. What waits is sent when you switch the webhook on again, under Settings.`,
  },
  'texts-changed': {
    subject: 'A text of the store was changed',
    happened: (detail) =>
      `The store’s own text of ${detail} was changed. Customers read it in the store’s name.`,
  },
  'mail-server-changed': {
    subject: 'The mail server was changed',
    happened: () => 'The server that sends the store’s email was changed or removed.',
  },
};

/** Security notice about the recipient's account. Contains no text typed by visitors. */
function securityNotice(content: Content, { store: { storeName }, publicUrl }: MailDesign) {
  const { notice, detail = '', name, undoLink } = content;
  const { subject, happened } = words[notice];
  const sentence = withGreeting(name, lowerFirst(happened(detail)));
  const time = `${utc.format(new Date(content.occurredAt))} UTC`;
  const isForOwners = [
    'staff-added',
    'payment-keys-changed',
    'mail-server-changed',
    'texts-changed',
  ].includes(notice);
  const parts: MailParts = {
    preview: happened(detail),
    heading: subject,
    children: [
      h(Text, { key: 'what', style: paragraph }, sentence),
      h(Text, { key: 'when', style: paragraph }, `When: ${time}.`),
    ],
    action: undoLink
      ? { label: 'This was not me: restore my address', href: undoLink }
      : notice === 'api-token-added'
        ? { label: 'See the API tokens', href: `${publicUrl}/admin/settings?tab=tokens` }
        : isForOwners
          ? { label: 'See who changed what', href: `${publicUrl}/admin/audit` }
          : { label: 'Check your account', href: `${publicUrl}/profile` },
    note: noteOf(content, isForOwners),
  };
  return { subject: `${subject} at ${storeName}`, parts };
}

function noteOf({ undoLink, notice }: Content, isForOwners: boolean): string {
  if (undoLink) {
    return 'If this was you, there is nothing to do. If not, use the button to restore this address. It signs your account out everywhere and removes its password, two-factor sign-in and passkeys, so that you can set a new password. The link works once and expires in seven days.';
  }
  if (isForOwners) {
    return 'If you know about this, there is nothing to do. If not, reverse the change and sign that person out now.';
  }
  return notice === 'changed-by-staff' || notice === 'factors-reset'
    ? 'If you did not expect this, reply to this email.'
    : notice === 'api-token-added'
      ? 'If this was you, there is nothing to do. If not, revoke the token under Settings, API tokens, choose a new password and sign out your other devices in your profile.'
      : 'If this was you, there is nothing to do. If not, choose a new password now with "Forgot your password?" on the sign-in page, then sign out your other devices in your profile.';
}

const utc = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
