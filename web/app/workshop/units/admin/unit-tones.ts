import type { UnitState } from '@reprise/contract/workshop/units/unit-states';
import type { Tone } from '../../../ui/badge.tsx';

export const unitTones: Record<UnitState, Tone> = {
  expected: 'neutral',
  bench: 'primary',
  repair: 'warn',
  quarantine: 'bad',
  ready: 'good',
  listed: 'good',
  allocated: 'primary',
  shipped: 'primary',
  sold: 'neutral',
  returning: 'warn',
  returned: 'warn',
  gone: 'neutral',
};
