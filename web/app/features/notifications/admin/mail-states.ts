import type { Mail } from '@reprise/contract/notifications';
import type { Tone } from '../../../ui/badge.tsx';

/** "mailbox" is a mail that stays here because no mail server is set. */
export const mailStates: Record<Mail['state'], { label: string; tone: Tone }> = {
  mailbox: { label: 'Kept here', tone: 'neutral' },
  sent: { label: 'Sent', tone: 'good' },
  failed: { label: 'Not sent', tone: 'bad' },
};
