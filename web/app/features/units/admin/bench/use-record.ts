import type { UnitBench } from '@reprise/contract/units/bench';
import type { Unit } from '@reprise/contract/units/unit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf, noResponse } from '../../../../api/error-message.ts';
import { notify } from '../../../../ui/overlays/notify.ts';

/** Props of the form of a step. */
export type StepFormProps = { unit: Unit; bench: UnitBench; onDone: () => void };

/** Records a step of a unit, shows what it led to, and reads the unit again. */
export function useRecord<Body>(
  send: (body: Body) => Promise<{ unit: Unit }>,
  done: string,
  onDone: () => void,
) {
  const queries = useQueryClient();
  const record = useMutation({
    mutationFn: send,
    onSuccess: async ({ unit }) => {
      if (unit.state === 'quarantine') notify('warning', `${unit.number} is in quarantine now`);
      else notify('success', done);
      await queries.invalidateQueries({ queryKey: ['units'] });
      onDone();
    },
  });
  return {
    save: record.mutate,
    isSaving: record.isPending,
    failure: record.isError && messageOf(record.error, noResponse('safe')),
  };
}
