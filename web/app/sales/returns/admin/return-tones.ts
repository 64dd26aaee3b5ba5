import type { ReturnState } from '@reprise/contract/sales/returns/return-states';
import type { Tone } from '../../../ui/badge.tsx';

export const returnTones: Record<ReturnState, Tone> = {
  requested: 'warn',
  approved: 'neutral',
  sent: 'neutral',
  received: 'warn',
  closed: 'good',
  refused: 'neutral',
  cancelled: 'neutral',
  expired: 'bad',
};
