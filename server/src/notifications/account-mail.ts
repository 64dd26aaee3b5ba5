import { Text } from '@react-email/text';
import { createElement as h } from 'react';
import { type MailParts, paragraph } from './mail-layout.ts';

type Account = { name: string; link: string };

export function passwordResetMail({ name, link }: Account, storeName: string) {
  const parts: MailParts = {
    preview: 'Choose a new password with this link.',
    heading: 'Choose a new password',
    children: h(
      Text,
      { style: paragraph },
      `Hello ${name}, somebody asked for a new password for your account at ${storeName}.`,
    ),
    action: { label: 'Choose a password', href: link },
    note: 'The link works once and for one hour. If you did not ask for it, nothing has changed and there is nothing to do.',
  };
  return { subject: `Choose a new password for ${storeName}`, parts };
}

export function invitationMail({ name, link }: Account, storeName: string) {
  const parts: MailParts = {
    preview: `Your account at ${storeName} is ready.`,
    heading: 'Your account is ready',
    children: h(
      Text,
      { style: paragraph },
      `Hello ${name}, an account at ${storeName} was opened for you. Choose a password and you are in.`,
    ),
    action: { label: 'Choose a password', href: link },
    note: 'The link works once and for a week. After that, use "Forgot password" on the sign-in page for a new one.',
  };
  return { subject: `Your account at ${storeName}`, parts };
}

export function verifyEmailMail({ name, link }: Account, storeName: string) {
  const parts: MailParts = {
    preview: 'Confirm that this address is yours.',
    heading: 'Confirm your email address',
    children: h(
      Text,
      { style: paragraph },
      `Hello ${name}, confirm that this address is yours. Orders you placed with it as a guest then appear in your account at ${storeName}.`,
    ),
    action: { label: 'Confirm my email', href: link },
    note: 'The link works once and for two days. If you did not open an account, there is nothing to do.',
  };
  return { subject: `Confirm your email address for ${storeName}`, parts };
}
