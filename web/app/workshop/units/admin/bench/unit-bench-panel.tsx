import { type BenchStep, benchStepLabels } from '@reprise/contract/workshop/units/readiness';
import type { Unit } from '@reprise/contract/workshop/units/unit';
import { statesOnBench } from '@reprise/contract/workshop/units/unit-states';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { NotLoaded } from '../../../../admin-ui/loaded.tsx';
import { api } from '../../../../api/browser-api.ts';
import { usePermissions } from '../../../../session/use-permissions.ts';
import { classNames } from '../../../../ui/class-names.ts';
import { notify } from '../../../../ui/overlays/notify.ts';
import { isForSale } from '../is-for-sale.ts';
import { UnitIdentifiers } from '../unit-identifiers.tsx';
import { ChecksForm } from './checks-form.tsx';
import { Gate } from './gate.tsx';
import { GradeForm } from './grade-form.tsx';
import { StepMark, type StepState, stateOfStep, stepsOf } from './step-marks.tsx';
import { StepRecords } from './step-records.tsx';
import { TestForm } from './test-form.tsx';
import { useBenchKeys } from './use-bench-keys.ts';
import { type openedByKeys, useOpenByCode } from './use-open-by-code.ts';
import type { StepFormProps } from './use-step-form.ts';
import { VerifyWipe } from './verify-wipe.tsx';
import { WipeForm } from './wipe-form.tsx';

/** Steps of a unit before it can be sold, in any order, with one form open. */
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
  const isEditable = isOnBench && can('units.bench');
  // A block is recorded wherever the device is, and takes it off the sale.
  const isBlockable = isForSale(unit) && can('units.bench');
  const { panel, onReady } = usePanelKeys(
    steps,
    setChosen,
    bench.data && isEditable ? `${open} ${unit.version}` : '',
  );
  if (!bench.data)
    return <NotLoaded query={bench} failed="The work on this device could not be loaded" skeleton="h-24" />;
  return (
    <div ref={panel} className="grid gap-4">
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
          tabIndex={-1}
          className="grid gap-5 rounded-tile border border-line bg-raised p-4 sm:p-5"
        >
          <StepRecords step={open} bench={bench.data} unit={unit} />
          {(isEditable || (isBlockable && open === 'checked')) && (
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
      {isEditable && <Gate unit={unit} onReady={onReady} />}
    </div>
  );
}

/**
 * Keys of the panel: digits open a step, `p` passes what is left, Ctrl-Enter saves the open step and goes on. What the
 * keys open gets the focus, as it does when a scan has opened the device.
 */
function usePanelKeys(steps: BenchStep[], choose: (step: BenchStep) => void, shown: string) {
  const panel = useRef<HTMLDivElement>(null);
  const { state } = useLocation();
  const wantsFocus = useRef(Boolean((state as Partial<typeof openedByKeys> | null)?.byKeys));
  const navigate = useNavigate();
  const openByCode = useOpenByCode();
  useEffect(() => {
    const control = wantsFocus.current && shown && panel.current && firstControl(panel.current);
    if (!control) return;
    wantsFocus.current = false;
    control.focus();
  }, [shown]);
  useBenchKeys({
    onScan: openByCode,
    onKey: (key) => {
      const step = steps[Number(key) - 1];
      const control = controlOf(key, panel.current);
      if (step) {
        wantsFocus.current = true;
        choose(step);
      } else control?.click();
      return Boolean(step ?? control);
    },
    onFinish: () => {
      const buttons = panel.current?.querySelectorAll<HTMLButtonElement>('button[data-finishes]');
      const button = buttons?.item(0);
      if (!button) return;
      if (button.disabled) return notify('warning', 'This step is not finished yet');
      wantsFocus.current = true;
      button.click();
    },
  });
  /** By keys the next device follows, whose code is scanned on the bench. */
  const onReady = () => wantsFocus.current && void navigate('/admin/bench');
  return { panel, onReady };
}

/** The control whose shortcut is the key: in the question that has the focus, else a button of the step. */
function controlOf(key: string, panel: HTMLElement | null): HTMLElement | null | undefined {
  const shortcut = `[aria-keyshortcuts="${CSS.escape(key)}"]`;
  const question = document.activeElement?.closest('[role=radiogroup]');
  return (
    question?.querySelector<HTMLElement>(shortcut) ??
    panel?.querySelector<HTMLElement>(`section button${shortcut}`)
  );
}

/** The first question without an answer, else the step itself: a scan would be typed into a field, or press a button. */
function firstControl(panel: HTMLElement): HTMLElement | null {
  const step = panel.querySelector<HTMLElement>('section');
  const questions = [...(step?.querySelectorAll('[role=radiogroup], fieldset') ?? [])];
  const unanswered = questions.find((question) => !question.querySelector('input:checked'));
  return unanswered?.querySelector<HTMLElement>('input[type=radio]') ?? step;
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
