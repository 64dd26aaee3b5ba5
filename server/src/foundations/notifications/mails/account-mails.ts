import { createElement as h } from 'react';
import { z } from 'zod';
import { defineMail, exampleLink, type MailDesign, tokenRequest } from './define-mail.ts';
import { Text } from './elements.ts';
import { withGreeting } from './greeting.ts';
import { type MailParts, paragraph } from './mail-layout.ts';

const account = { owner: 'account', toggles: [] } as const;
/** Name and link of the recipient; the name is empty for an unverified address. */
const named = { name: z.string(), link: z.string() };
const example = { name: 'Ada Lovelace', link: exampleLink };
type Named = typeof example;

/** Mails of an account: passwords, addresses and sign-ins. */
export const accountMails = {
  'password-reset': defineMail({
    ...account,
    content: named,
    request: tokenRequest,
    budget: 'reset',
    secretLink: ({ link }) => link,
    example,
    render: passwordReset,
  }),
  invitation: defineMail({
    ...account,
    content: named,
    request: tokenRequest,
    budget: null,
    secretLink: ({ link }) => link,
    isNameTrusted: true,
    example,
    render: invitation,
  }),
  'verify-email': defineMail({
    ...account,
    content: named,
    request: tokenRequest,
    budget: 'verification',
    secretLink: ({ link }) => link,
    example,
    render: verifyEmail,
  }),
  /** To an unverified address, so it contains no name. Sent as `email-in-use` when another account has the address. */
  'email-change': defineMail({
    ...account,
    content: { link: z.string() },
    request: tokenRequest,
    owner: 'pending',
    budget: 'visitor',
    secretLink: ({ link }) => link,
    render: emailChange,
  }),
  /** To the owner of an address that another account tried to change to. */
  'email-in-use': defineMail({
    ...account,
    content: {},
    request: null,
    budget: 'visitor',
    render: emailInUse,
  }),
  /** Not limited here: sign-in links are limited when they are requested. */
  'sign-in-link': defineMail({
    ...account,
    content: { link: z.string() },
    request: tokenRequest,
    budget: null,
    secretLink: ({ link }) => link,
    render: signInLink,
  }),
  'sign-in-attempts': defineMail({
    ...account,
    content: {},
    request: { userId: z.string() },
    budget: 'unverified',
    render: signInAttempts,
  }),
};

function passwordReset({ name, link }: Named, { store: { storeName } }: MailDesign) {
  const parts: MailParts = {
    preview: 'Choose a new password with this link.',
    heading: 'Choose a new password',
    children: h(
      Text,
      { style: paragraph },
      withGreeting(name, `we received a request to reset the password of your account at ${storeName}.`),
    ),
    action: { label: 'Choose a password', href: link },
    note: 'The link works once and expires in one hour. If you did not ask for it, you can ignore this email; nothing has changed.',
  };
  return { subject: `Choose a new password for ${storeName}`, parts };
}

function invitation({ name, link }: Named, { store: { storeName } }: MailDesign) {
  const parts: MailParts = {
    preview: `Your account at ${storeName} is ready.`,
    heading: 'Your account is ready',
    children: h(
      Text,
      { style: paragraph },
      withGreeting(name, `an account at ${storeName} was created for you. Choose a password to get started.`),
    ),
    action: { label: 'Choose a password', href: link },
    note: 'The link works once and expires in a week. After that, use "Forgot your password?" on the sign-in page to get a new one.',
  };
  return { subject: `Your account at ${storeName}`, parts };
}

function verifyEmail({ name, link }: Named, { store: { storeName } }: MailDesign) {
  const parts: MailParts = {
    preview: 'Confirm that this address is yours.',
    heading: 'Confirm your email address',
    children: h(
      Text,
      { style: paragraph },
      withGreeting(
        name,
        `confirm that this address is yours. Orders you placed with it as a guest then appear in your account at ${storeName}.`,
      ),
    ),
    action: { label: 'Confirm my email', href: link },
    note: 'The link works once, expires in two days and only works in the account that asked for it. If you did not open an account, you can ignore this email.',
  };
  return { subject: `Confirm your email address for ${storeName}`, parts };
}

function emailChange({ link }: { link: string }, { store: { storeName } }: MailDesign) {
  const parts: MailParts = {
    preview: 'Confirm that this address is yours.',
    heading: 'Confirm your new email address',
    children: h(
      Text,
      { style: paragraph },
      `Someone asked to use this address for an account at ${storeName}. If it was you, sign in to that account and confirm the address.`,
    ),
    action: { label: 'Confirm my email', href: link },
    note: 'The link works once, expires in two days and only works in the account that asked for it. If this was not you, you can ignore this email.',
  };
  return { subject: `Confirm your new email address for ${storeName}`, parts };
}

function emailInUse(_content: object, { store: { storeName } }: MailDesign) {
  const parts: MailParts = {
    preview: 'Nothing has changed in your account.',
    heading: 'This address belongs to your account',
    children: h(
      Text,
      { style: paragraph },
      `Someone tried to change another account at ${storeName} to this address. It already belongs to your account, so nothing has changed.`,
    ),
    note: 'If this was you, sign in with this address instead. If not, you can ignore this email.',
  };
  return { subject: `Your email address at ${storeName}`, parts };
}

function signInLink({ link }: { link: string }, { store: { storeName } }: MailDesign) {
  const parts: MailParts = {
    preview: 'Continue your sign-in with this link.',
    heading: 'Continue your sign-in',
    children: h(
      Text,
      { style: paragraph },
      `There were too many failed sign-ins to your account at ${storeName}. To sign in on a new device, open this link there and enter your password.`,
    ),
    action: { label: 'Sign in', href: link },
    note: 'The link works once and expires in 15 minutes. If you did not just try to sign in, someone knows your password: choose a new one with "Forgot your password?" on the sign-in page.',
  };
  return { subject: `Sign in to ${storeName}`, parts };
}

function signInAttempts(_content: object, { store: { storeName }, publicUrl }: MailDesign) {
  const parts: MailParts = {
    preview: 'No one signed in. For a while, new devices need a link from us.',
    heading: 'Many failed sign-ins',
    children: h(
      Text,
      { style: paragraph },
      `More than 50 wrong passwords were entered for your account at ${storeName} within an hour. None of them worked.`,
    ),
    action: { label: 'See where you are signed in', href: `${publicUrl}/profile` },
    note: 'For a while, signing in on a new device needs a link that we email to you. Devices you have used before work as always. Use a password that you do not use anywhere else.',
  };
  return { subject: `Many failed sign-ins to your account at ${storeName}`, parts };
}
