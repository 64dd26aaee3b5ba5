import { type MailKind, mailInfo } from '@reprise/contract/foundations/notifications/mail-kinds';
import type { Mail } from '@reprise/contract/foundations/notifications/notifications';
import type { Tone } from '../../../ui/badge.tsx';

/** "mailbox" is a mail that is not sent because no mail server is configured. */
export const stateLabels: Record<Mail['state'], { label: string; tone: Tone }> = {
  mailbox: { label: 'Stored only', tone: 'neutral' },
  sent: { label: 'Sent', tone: 'good' },
  failed: { label: 'Not sent', tone: 'bad' },
};

/** Returns the label of a mail; a kind of an earlier release has none. */
export const kindOfMail = (kind: string): string =>
  kind in mailInfo ? mailInfo[kind as MailKind].label : kind;
