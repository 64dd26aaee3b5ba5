import type { UnitBench } from '@reprise/contract/workshop/units/bench';
import type { Unit } from '@reprise/contract/workshop/units/unit';
import { useQueryClient } from '@tanstack/react-query';
import type { FieldValues } from 'react-hook-form';
import { type SavedFormOptions, useSavedForm } from '../../../../admin-ui/forms/use-saved-form.ts';
import { notify } from '../../../../ui/overlays/notify.ts';

/** Props of the form of a step. */
export type StepFormProps = { unit: Unit; bench: UnitBench; onDone: () => void };

type StepFormOptions<Values extends FieldValues, Body> = Omit<
  SavedFormOptions<Values, Body, { unit: Unit }>,
  'invalidates' | 'onSaved'
> & { done: string; onDone: () => void };

/** Form that records a step of a unit, shows what it led to, and reads the unit again. */
export function useStepForm<Values extends FieldValues, Body>({
  done,
  onDone,
  ...options
}: StepFormOptions<Values, Body>) {
  const queries = useQueryClient();
  return useSavedForm({
    ...options,
    invalidates: [],
    onSaved: async ({ unit }) => {
      if (unit.state === 'quarantine') notify('warning', `${unit.number} is in quarantine now`);
      else notify('success', done);
      await queries.invalidateQueries({ queryKey: ['units'] });
      onDone();
    },
  });
}
