import { type UnitAction, unitAction } from '@reprise/contract/workshop/units/acts';
import type { Unit } from '@reprise/contract/workshop/units/unit';
import type { FieldValues } from 'react-hook-form';
import { type OutcomesFormOptions, useOutcomesForm } from '../use-outcomes-form.tsx';
import { useAct } from './use-act.tsx';

/** Props of the dialog of an act. */
export type ActDialogProps = { units: Unit[]; onClose: () => void; onDone: () => void };

type ActFormOptions<Values extends FieldValues> = ActDialogProps &
  Pick<OutcomesFormOptions<Values, UnitAction>, 'defaultValues' | 'bodyOf'> & {
    /** Participle for the notice, such as "moved". */
    done: string;
  };

/** Form of an act: does it for all devices, and closes its dialog once none was left out. */
export function useActForm<Values extends FieldValues>({
  units,
  onClose,
  onDone,
  done,
  ...options
}: ActFormOptions<Values>) {
  const act = useAct();
  const form = useOutcomesForm({
    ...options,
    units,
    schema: unitAction,
    save: (action) => act.run(units, action),
    done: () => done,
    invalidates: [['units']],
    onDone: () => {
      onClose();
      onDone();
    },
  });
  return { form, progress: act.progress };
}
