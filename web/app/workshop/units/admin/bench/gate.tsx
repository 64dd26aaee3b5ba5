import { openSteps, salesBans } from '@reprise/contract/workshop/units/readiness';
import type { Unit } from '@reprise/contract/workshop/units/unit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../../api/browser-api.ts';
import { messageOf, noResponse } from '../../../../api/error-message.ts';
import { Button } from '../../../../ui/button.tsx';
import { classNames } from '../../../../ui/class-names.ts';
import { notify } from '../../../../ui/overlays/notify.ts';

/** The way off the bench: one press when every step is done, else what is missing, by name. */
export function Gate({ unit, onReady }: { unit: Unit; onReady: () => void }) {
  const queries = useQueryClient();
  const [bans, open] = [salesBans(unit), openSteps(unit)];
  const move = useMutation({
    mutationFn: () => api.moveUnits({ body: { ids: [unit.id], to: 'ready', reason: '' } }),
    onSuccess: ({ outcomes }) => {
      const problem = outcomes[0]?.problem;
      if (problem) notify('error', problem);
      else {
        notify('success', `${unit.number} is ready for sale`);
        onReady();
      }
      return queries.invalidateQueries({ queryKey: ['units'] });
    },
    onError: (error) => notify('error', messageOf(error, noResponse('retry'))),
  });
  if (bans.length + open.length === 0) {
    if (unit.state !== 'bench') return null;
    return (
      <div className="flex flex-wrap items-center gap-3 rounded-tile bg-good-tint px-4 py-3 text-good-text">
        <p className="min-w-40 flex-1 font-semibold">Every step is done.</p>
        <Button variant="success" data-finishes loading={move.isPending} onClick={() => move.mutate()}>
          Ready for sale
        </Button>
      </div>
    );
  }
  return (
    <div
      className={classNames('rounded-tile px-4 py-3 text-sm', bans.length > 0 ? 'bg-bad-tint' : 'bg-sunken')}
    >
      <p className="font-semibold">{bans.length > 0 ? 'It must not be sold.' : 'Before it can be sold:'}</p>
      <ul>
        {[...bans, ...open].map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </div>
  );
}
