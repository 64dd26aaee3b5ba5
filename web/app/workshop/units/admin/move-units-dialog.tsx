import { lastingSteps, openSteps, salesBans } from '@reprise/contract/workshop/units/readiness';
import type { Unit } from '@reprise/contract/workshop/units/unit';
import {
  type Departure,
  departureLabels,
  departures,
  movesByHand,
  needsManager,
  type UnitState,
  unitStateLabels,
  unitStates,
} from '@reprise/contract/workshop/units/unit-states';
import { FormDialog } from '../../../admin-ui/forms/form-dialog.tsx';
import { usePermissions } from '../../../session/use-permissions.ts';
import { Select } from '../../../ui/forms/select.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { nameOfUnits } from './acts/name-of-units.ts';
import { ActProgress } from './acts/use-act.tsx';
import { type ActDialogProps, useActForm } from './acts/use-act-form.ts';

/** Moves units to a state that at least one of them can reach. */
export function MoveUnitsDialog({ units, onClose, onDone }: ActDialogProps) {
  const reachable = useReachableStates(units);
  const { form, progress } = useActForm({
    units,
    onClose,
    onDone,
    defaultValues: { to: reachable[0], goneAs: 'scrap', reason: '' },
    bodyOf: ({ to, goneAs, reason }) => ({
      kind: 'move',
      to,
      reason,
      ...(to === 'gone' && { goneAs }),
    }),
    done: 'moved',
  });
  const to = form.watch('to');
  return (
    <FormDialog
      form={form}
      title={`Move ${nameOfUnits(units)}`}
      onClose={onClose}
      submitLabel={to === 'gone' ? 'Remove' : 'Move'}
      submitDisabled={to === undefined}
      danger={to === 'gone'}
    >
      {to === undefined ? (
        <p className="text-sm">You cannot move {units.length === 1 ? 'this device' : 'these devices'}.</p>
      ) : (
        <div className="grid gap-4">
          <Select
            label="To"
            options={reachable.map((state) => [
              state,
              state === 'sold' ? 'Back to its buyer' : unitStateLabels[state],
            ])}
            {...form.field('to')}
          />
          {to === 'ready' && <OpenSteps units={units} />}
          {to === 'gone' && (
            <Select
              label="How it left"
              hint="A device that is gone keeps its history. A manager can bring it back."
              options={departures.filter(isChosenByHand).map((one) => [one, departureLabels[one]])}
              {...form.field('goneAs')}
            />
          )}
          <TextInput
            label="Reason"
            hint="Shown in the history of the device."
            maxLength={500}
            {...form.field('reason')}
          />
          <ActProgress progress={progress} />
        </div>
      )}
    </FormDialog>
  );
}

/** Steps of the bench that are not done, and how they are waived. */
function OpenSteps({ units }: { units: Unit[] }) {
  const can = usePermissions();
  const onBench = units.filter(({ state }) => state === 'bench');
  const sentences = new Set(onBench.flatMap((unit) => [...salesBans(unit), ...openSteps(unit)]));
  const isLasting = onBench.some((unit) => lastingSteps(unit).length > 0);
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
          ? `Give a reason to sell it without these steps.${isLasting ? ' An erasure cannot be waived.' : ''} Blocked devices stay here.`
          : 'Do these steps first, or ask a manager to waive them.'}
      </p>
    </div>
  );
}

/** The others are recorded by the shop itself. */
const isChosenByHand = (departure: Departure) =>
  !['mistaken', 'untracked', 'never-came', 'bought-back'].includes(departure);

function useReachableStates(units: Unit[]): UnitState[] {
  const can = usePermissions();
  const mayMove = ({ state, order }: Unit, to: UnitState) =>
    movesByHand[state].includes(to) &&
    (!needsManager(state, to) || can('units.waive')) &&
    // Back to a buyer goes only what came back from an order.
    (to !== 'sold' || order !== null);
  return unitStates.filter((to) => units.some((unit) => mayMove(unit, to)));
}
