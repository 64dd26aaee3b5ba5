import type { ConversationState } from '@reprise/contract/sales/conversations';
import type { Tone } from '../../../ui/badge.tsx';

export const conversationLabels: Record<ConversationState, { label: string; tone: Tone }> = {
  open: { label: 'Open', tone: 'warn' },
  answered: { label: 'Answered', tone: 'good' },
  closed: { label: 'Closed', tone: 'neutral' },
};
