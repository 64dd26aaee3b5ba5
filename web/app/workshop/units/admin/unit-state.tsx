import type { Unit } from '@reprise/contract/workshop/units/unit';
import { departureLabels, unitStateLabels } from '@reprise/contract/workshop/units/unit-states';
import { StatusDot } from '../../../ui/status-dot.tsx';
import { unitTones } from './unit-tones.ts';

/** State of a unit, and how it left. */
export function UnitStateDot({ unit: { state, goneAs } }: { unit: Pick<Unit, 'state' | 'goneAs'> }) {
  return (
    <StatusDot tone={unitTones[state]}>{goneAs ? departureLabels[goneAs] : unitStateLabels[state]}</StatusDot>
  );
}
