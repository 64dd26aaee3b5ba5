import { type Mail, type MailKind, mailKinds } from '@reprise/contract/notifications';
import type { Tone } from '../../../ui/badge.tsx';

/** "mailbox" is a mail that is not sent because no mail server is configured. */
export const stateLabels: Record<Mail['state'], { label: string; tone: Tone }> = {
  mailbox: { label: 'Stored only', tone: 'neutral' },
  sent: { label: 'Sent', tone: 'good' },
  failed: { label: 'Not sent', tone: 'bad' },
};

export const mailKindLabels: Record<MailKind, string> = {
  'order-placed': 'Order placed',
  'order-paid': 'Payment received',
  'order-shipped': 'Order shipped',
  'order-delivered': 'Order delivered',
  'order-cancelled': 'Order cancelled',
  'order-refunded': 'Refund',
  'order-edited': 'Order changed',
  'order-updates': 'Order updates',
  'password-reset': 'New password',
  invitation: 'Invitation',
  'verify-email': 'Confirm address',
  'email-change': 'New address',
  'email-in-use': 'Address in use',
  'sign-in-link': 'Sign-in link',
  'sign-in-attempts': 'Failed sign-ins',
  'security-notice': 'Account security',
  'back-in-stock': 'Back in stock',
  'price-drop': 'Price drop',
  'alert-set': 'Alert set',
  newsletter: 'Weekly deals',
  'low-stock': 'Low stock',
  'new-order': 'New order',
  'unit-short': 'Short order',
  dispute: 'Dispute',
  'support-message': 'Message to the store',
  'support-received': 'Message received',
  'support-reply': 'Answer to a message',
  'privacy-request': 'Personal data request',
  test: 'Test',
};

export const kindOfMail = (kind: string): string =>
  mailKinds.includes(kind as MailKind) ? mailKindLabels[kind as MailKind] : kind;
