import type { Unit, UnitOutcome } from '@reprise/contract/workshop/units/unit';
import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { type SavedFormOptions, useSavedForm } from '../../../admin-ui/forms/use-saved-form.ts';
import { reportOutcomes } from './unit-outcomes.ts';

export type OutcomesFormOptions<Values extends FieldValues, Body> = Omit<
  SavedFormOptions<Values, Body, { outcomes: UnitOutcome[] }>,
  'done' | 'onSaved'
> & {
  units: Unit[];
  /** Participle for the notice, such as "moved". */
  done: (body: Body) => string;
  onDone: () => void;
};

/** Form about several units: says how many changed, and stays with a sentence for each that did not. */
export function useOutcomesForm<Values extends FieldValues, Body>({
  units,
  done,
  onDone,
  ...options
}: OutcomesFormOptions<Values, Body>) {
  const [problems, setProblems] = useState<string[]>([]);
  const form = useSavedForm({
    ...options,
    onSaved: ({ outcomes }, body) => {
      const rejected = reportOutcomes(units, outcomes, done(body));
      setProblems(rejected);
      if (rejected.length === 0) onDone();
    },
  });
  return { ...form, failure: form.failure ?? (problems.length > 0 && <ProblemList problems={problems} />) };
}

export function ProblemList({ problems }: { problems: string[] }) {
  return (
    <ul
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
      tabIndex={0}
      aria-label="Not changed"
      className="grid max-h-60 gap-1 overflow-y-auto"
    >
      {problems.map((problem) => (
        <li key={problem}>{problem}</li>
      ))}
    </ul>
  );
}
