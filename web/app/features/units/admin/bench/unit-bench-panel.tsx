import { type BenchStep, benchStepLabels } from '@reprise/contract/units/readiness';
import type { Unit } from '@reprise/contract/units/unit';
import { statesOnBench } from '@reprise/contract/units/unit-states';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { NotLoaded } from '../../../../admin-ui/loaded.tsx';
import { hasSingleKeys } from '../../../../admin-ui/single-keys.ts';
import { api } from '../../../../api/browser-api.ts';
import { usePermissions } from '../../../../session/use-permissions.ts';
import { classNames } from '../../../../ui/class-names.ts';
import { UnitIdentifiers } from '../unit-identifiers.tsx';
import { ChecksForm } from './checks-form.tsx';
import { Gate } from './gate.tsx';
import { GradeForm } from './grade-form.tsx';
import { StepMark, type StepState, stateOfStep, stepsOf } from './step-marks.tsx';
import { StepRecords } from './step-records.tsx';
import { TestForm } from './test-form.tsx';
import type { StepFormProps } from './use-step-form.ts';
import { VerifyWipe } from './verify-wipe.tsx';
import { WipeForm } from './wipe-form.tsx';

/** Steps of a unit before it can be sold, in any order, with one form open. Keys 1 to 5 open a step. */
export function UnitBenchPanel({ unit }: { unit: Unit }) {
  const can = usePermissions();
  const bench = useQuery({
    queryKey: ['units', 'bench', unit.id],
    queryFn: ({ signal }) => api.getUnitBench({ params: { id: unit.id } }, { signal }),
    select: ({ bench }) => bench,
  });
  const steps = stepsOf(unit);
  // Undefined: the next step is open. Null: none is.
  const [chosen, setChosen] = useState<BenchStep | null>();
  const isOnBench = statesOnBench.includes(unit.state);
  const inState = (state: StepState) => steps.find((step) => stateOfStep(unit, step) === state);
  const next = inState('blocked') ?? inState('open') ?? null;
  const open = chosen === undefined && isOnBench ? next : (chosen ?? null);
  useStepKeys(steps, setChosen);
  if (!bench.data)
    return <NotLoaded query={bench} failed="The work on this device could not be loaded" skeleton="h-24" />;
  const isEditable = isOnBench && can('units.bench');
  return (
    <div className="grid gap-4">
      <ol className="flex flex-wrap gap-2">
        {steps.map((step, index) => (
          <li key={step}>
            <button
              type="button"
              aria-expanded={open === step}
              aria-keyshortcuts={String(index + 1)}
              className={classNames(
                'flex min-h-11 items-center gap-2 rounded-control border px-3 font-medium text-sm hover:bg-sunken',
                open === step ? 'border-primary-text bg-primary-tint' : 'border-line-strong',
              )}
              onClick={() => setChosen(open === step ? null : step)}
            >
              <StepMark state={stateOfStep(unit, step)} />
              {benchStepLabels[step]}
              <span className="sr-only">, {stateOfStep(unit, step)}</span>
              <span className="hidden text-ink-faint text-xs sm:inline" aria-hidden="true">
                {index + 1}
              </span>
            </button>
          </li>
        ))}
      </ol>
      {open && (
        <section
          aria-label={benchStepLabels[open]}
          className="grid gap-5 rounded-tile border border-line bg-raised p-4 sm:p-5"
        >
          <StepRecords step={open} bench={bench.data} unit={unit} />
          {isEditable && (
            <StepForm
              key={`${open} ${unit.version}`}
              step={open}
              unit={unit}
              bench={bench.data}
              onDone={() => setChosen(undefined)}
            />
          )}
        </section>
      )}
      {isEditable && <Gate unit={unit} />}
    </div>
  );
}

/** Opens the step of a digit key that is pressed outside of a field. */
function useStepKeys(steps: BenchStep[], open: (step: BenchStep) => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (event.ctrlKey || event.metaKey || event.altKey || !hasSingleKeys()) return;
      if (target.closest('input:not([type=radio]):not([type=checkbox]), textarea, select, dialog')) return;
      const step = steps[Number(event.key) - 1];
      if (step) open(step);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  });
}

function StepForm({ step, ...props }: StepFormProps & { step: BenchStep }) {
  switch (step) {
    case 'identified':
      return <UnitIdentifiers unit={props.unit} />;
    case 'checked':
      return <ChecksForm {...props} />;
    case 'wiped':
      return props.unit.wipeToVerify ? (
        <VerifyWipe unit={props.unit} certificate={props.unit.wipeToVerify.certificate} />
      ) : (
        <WipeForm
          units={[props.unit]}
          kind={props.bench.kind}
          tool={props.bench.wipes[0]?.tool}
          onDone={props.onDone}
        />
      );
    case 'tested':
      return <TestForm {...props} />;
    case 'graded':
      return <GradeForm {...props} />;
  }
}
