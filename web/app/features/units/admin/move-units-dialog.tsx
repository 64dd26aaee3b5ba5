import { openSteps, salesBans } from '@reprise/contract/units/readiness';
import type { Unit } from '@reprise/contract/units/unit';
import {
  type Departure,
  departureLabels,
  departures,
  movesByHand,
  needsManager,
  type UnitState,
  unitStateLabels,
  unitStates,
} from '@reprise/contract/units/unit-states';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { DialogForm } from '../../../admin-ui/dialog-form.tsx';
import { api } from '../../../api/browser-api.ts';
import { messageOf, noResponse } from '../../../api/error-message.ts';
import { usePermissions } from '../../../session/use-permissions.ts';
import { Select } from '../../../ui/forms/select.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { reportOutcomes } from './unit-outcomes.ts';

type MoveUnitsDialogProps = { units: Unit[]; onClose: () => void; onDone: () => void };

/** Moves units to a state that at least one of them can reach. */
export function MoveUnitsDialog({ units, onClose, onDone }: MoveUnitsDialogProps) {
  const reachable = useReachableStates(units);
  const [to, setTo] = useState<UnitState | undefined>(reachable[0]);
  const [goneAs, setGoneAs] = useState<Departure>('scrap');
  const [reason, setReason] = useState('');
  const [problems, setProblems] = useState<string[]>([]);
  const queries = useQueryClient();
  const move = useMutation({
    mutationFn: (target: UnitState) =>
      api.moveUnits({
        body: {
          ids: units.map(({ id }) => id),
          to: target,
          reason,
          ...(target === 'gone' && isChosenByHand(goneAs) && { goneAs }),
        },
      }),
    onSuccess: ({ outcomes }) => {
      const rejected = reportOutcomes(units, outcomes, 'moved');
      void queries.invalidateQueries({ queryKey: ['units'] });
      setProblems(rejected);
      if (rejected.length > 0) return;
      onClose();
      onDone();
    },
  });
  const failure = move.isError
    ? messageOf(move.error, noResponse('safe'))
    : problems.length > 0 && <ProblemList problems={problems} />;
  return (
    <Modal open onClose={onClose} title={`Move ${nameOf(units)}`}>
      <DialogForm
        onSubmit={(event) => {
          event.preventDefault();
          if (to) move.mutate(to);
        }}
        onCancel={onClose}
        submitLabel={to === 'gone' ? 'Remove' : 'Move'}
        submitDisabled={to === undefined}
        danger={to === 'gone'}
        saving={move.isPending}
        failure={failure}
      >
        {to === undefined ? (
          <p className="text-sm">You cannot move {units.length === 1 ? 'this device' : 'these devices'}.</p>
        ) : (
          <div className="grid gap-4">
            <Select label="To" value={to} onChange={(event) => setTo(event.target.value as UnitState)}>
              {reachable.map((state) => (
                <option key={state} value={state}>
                  {unitStateLabels[state]}
                </option>
              ))}
            </Select>
            {to === 'ready' && <OpenSteps units={units} />}
            {to === 'gone' && <DepartureSelect value={goneAs} onChange={setGoneAs} />}
            <TextInput
              label="Reason"
              hint="Shown in the history of the device."
              maxLength={500}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          </div>
        )}
      </DialogForm>
    </Modal>
  );
}

/** Steps of the bench that are not done, and how they are waived. */
function OpenSteps({ units }: { units: Unit[] }) {
  const can = usePermissions();
  const onBench = units.filter(({ state }) => state === 'bench');
  const sentences = new Set(onBench.flatMap((unit) => [...salesBans(unit), ...openSteps(unit)]));
  if (sentences.size === 0) return null;
  return (
    <div className="rounded-control bg-sunken p-3 text-sm">
      <ul>
        {[...sentences].map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <p className="mt-2 text-ink-muted">
        {can('units.waive')
          ? 'Give a reason to sell it without these steps. Blocked devices stay here.'
          : 'Do these steps first, or ask a manager to waive them.'}
      </p>
    </div>
  );
}

/** The others are recorded by the shop itself. */
const isChosenByHand = (departure: Departure) =>
  departure !== 'mistaken' && departure !== 'untracked' && departure !== 'never-came';

type DepartureSelectProps = { value: Departure; onChange: (value: Departure) => void };

function DepartureSelect({ value, onChange }: DepartureSelectProps) {
  return (
    <Select
      label="How it left"
      hint="A device that is gone keeps its history. A manager can bring it back."
      value={value}
      onChange={(event) => onChange(event.target.value as Departure)}
    >
      {departures.filter(isChosenByHand).map((departure) => (
        <option key={departure} value={departure}>
          {departureLabels[departure]}
        </option>
      ))}
    </Select>
  );
}

function useReachableStates(units: Unit[]): UnitState[] {
  const can = usePermissions();
  const mayMove = (from: UnitState, to: UnitState) =>
    movesByHand[from].includes(to) && (!needsManager(from, to) || can('units.waive'));
  return unitStates.filter((to) => units.some(({ state }) => mayMove(state, to)));
}

const nameOf = (units: Unit[]) => (units.length === 1 ? units[0]?.number : `${units.length} devices`);

export function ProblemList({ problems }: { problems: string[] }) {
  return (
    <ul className="grid gap-1">
      {problems.map((problem) => (
        <li key={problem}>{problem}</li>
      ))}
    </ul>
  );
}
