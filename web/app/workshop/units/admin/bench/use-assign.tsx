import type { UnitAssignment } from '@reprise/contract/workshop/units/assignment';
import type { Unit } from '@reprise/contract/workshop/units/unit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../../api/browser-api.ts';
import { messageOf, noResponse } from '../../../../api/error-message.ts';
import { Button } from '../../../../ui/button.tsx';
import { Modal } from '../../../../ui/overlays/modal.tsx';
import { notify } from '../../../../ui/overlays/notify.ts';
import { useAct } from '../acts/use-act.tsx';
import { reportOutcomes } from '../unit-outcomes.ts';
import { ProblemList } from '../use-outcomes-form.tsx';

type Assignment = { units: Unit[]; to: UnitAssignment['to']; takeOver?: boolean };

/** Assigns units to oneself or frees them; asks before it takes them over from another person. */
export function useAssign(onDone = () => {}) {
  const queries = useQueryClient();
  const act = useAct();
  const [rejected, setRejected] = useState<Assignment & { problems: string[] }>();
  const record = useMutation({
    mutationFn: ({ units, to, takeOver = false }: Assignment) =>
      units.length === 1
        ? api.assignUnits({ body: { ids: units.map(({ id }) => id), to, takeOver } })
        : act.run(units, { kind: 'assign', to, takeOver }),
    onSuccess: async ({ outcomes }, assignment) => {
      const { units, to } = assignment;
      const problems = reportOutcomes(units, outcomes, to === 'me' ? 'assigned to you' : 'released');
      await queries.invalidateQueries({ queryKey: ['units'] });
      const ids = new Set(outcomes.flatMap(({ id, problem }) => (problem === '' ? [] : id)));
      const left = units.filter(({ id }) => ids.has(id));
      setRejected(left.length > 0 ? { units: left, to, problems } : undefined);
      if (left.length === 0) onDone();
    },
    onError: (error) => notify('error', messageOf(error, noResponse('retry'))),
  });
  const close = () => setRejected(undefined);
  const dialog = rejected && (
    <Modal
      open
      onClose={close}
      title="Not assigned"
      size="sm"
      footer={
        <>
          <Button variant="outline" onClick={close}>
            Cancel
          </Button>
          <Button loading={record.isPending} onClick={() => record.mutate({ ...rejected, takeOver: true })}>
            Take over
          </Button>
        </>
      }
    >
      <ProblemList problems={rejected.problems} />
    </Modal>
  );
  const assign = (units: Unit[], to: UnitAssignment['to'] = 'me') => record.mutate({ units, to });
  return { assign, isAssigning: record.isPending, dialog };
}
