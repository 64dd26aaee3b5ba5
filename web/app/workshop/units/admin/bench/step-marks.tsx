import { type BenchStep, benchStepLabels, benchSteps } from '@reprise/contract/workshop/units/readiness';
import type { Unit } from '@reprise/contract/workshop/units/unit';
import { classNames } from '../../../../ui/class-names.ts';
import { Check, Minus, TriangleAlert } from '../../../../ui/icons/lucide.tsx';

/** Steps that the kind of the device needs. */
export const stepsOf = ({ progress }: Pick<Unit, 'progress'>): BenchStep[] =>
  benchSteps.filter((step) => progress[step] !== null);

const banOf: Partial<Record<BenchStep, (unit: Pick<Unit, 'blockedBy'>) => boolean>> = {
  checked: ({ blockedBy }) => blockedBy.some((blocker) => blocker !== 'wipe'),
  wiped: ({ blockedBy }) => blockedBy.includes('wipe'),
};

export type StepState = 'done' | 'open' | 'blocked';

export function stateOfStep(unit: Pick<Unit, 'progress' | 'blockedBy'>, step: BenchStep): StepState {
  if (banOf[step]?.(unit)) return 'blocked';
  return unit.progress[step] ? 'done' : 'open';
}

const tones: Record<StepState, string> = {
  done: 'bg-good-tint text-good-text',
  open: 'bg-sunken text-ink-faint',
  blocked: 'bg-bad-tint text-bad-text',
};
const icons = { done: Check, open: Minus, blocked: TriangleAlert };

export function StepMark({ state }: { state: StepState }) {
  const Icon = icons[state];
  return (
    <span className={classNames('grid size-5 shrink-0 place-items-center rounded-full', tones[state])}>
      <Icon className="size-3.5" aria-hidden="true" />
    </span>
  );
}

/** Small marks of the steps of a unit, for lists. */
export function StepMarks({ unit }: { unit: Unit }) {
  return (
    <ul className="flex gap-1">
      {stepsOf(unit).map((step) => {
        const state = stateOfStep(unit, step);
        const text = `${benchStepLabels[step]}: ${state}`;
        return (
          <li key={step} title={text}>
            <StepMark state={state} />
            <span className="sr-only">{text}</span>
          </li>
        );
      })}
    </ul>
  );
}
