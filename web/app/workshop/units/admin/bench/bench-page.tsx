import type { Unit } from '@reprise/contract/workshop/units/unit';
import { type UnitState, unitStateLabels } from '@reprise/contract/workshop/units/unit-states';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { Link, useSearchParams } from 'react-router';
import { adminMeta } from '../../../../admin-ui/admin-meta.ts';
import { DataList, type ListColumn } from '../../../../admin-ui/list/data-list.tsx';
import { useAdminList } from '../../../../admin-ui/list/use-admin-list.ts';
import { useListParams } from '../../../../admin-ui/list/use-list-params.ts';
import { useSelection } from '../../../../admin-ui/list/use-selection.ts';
import { NoAccess } from '../../../../admin-ui/no-access.tsx';
import { ScanField } from '../../../../admin-ui/scan/scan-field.tsx';
import { ScreenHeader } from '../../../../admin-ui/screen-header.tsx';
import { hasSingleKeys } from '../../../../admin-ui/single-keys.ts';
import { useDialogParam } from '../../../../admin-ui/use-dialog-param.ts';
import { api } from '../../../../api/browser-api.ts';
import { formatCount } from '../../../../formats.ts';
import { usePermissions } from '../../../../session/use-permissions.ts';
import { Button, buttonClass } from '../../../../ui/button.tsx';
import { classNames } from '../../../../ui/class-names.ts';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { Wrench } from '../../../../ui/icons/lucide.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { chooseAllUnits } from '../acts/choose-all-units.ts';
import { UnitBulkActions } from '../unit-bulk-actions.tsx';
import { unitColumns } from '../unit-columns.tsx';
import { useUnitCounts } from '../use-unit-counts.ts';
import { ImportReportsDialog } from './reports/import-reports-dialog.tsx';
import { StepMarks } from './step-marks.tsx';
import { useAssign } from './use-assign.tsx';
import { useOpenByCode } from './use-open-by-code.ts';

export const meta = () => adminMeta('Bench');

/** Loaded when opened, and no route of its own: the manifest of routes is part of every first load. */
const GradingScreen = lazy(() => import('../../../../catalog/grading/admin/grading-screen.tsx'));

/** States of the workshop, in the order of the work. */
const states = ['bench', 'repair', 'quarantine', 'returned', 'ready'] as const satisfies UnitState[];

/** Devices of the caller come first. */
const tabs = ['mine', ...states] as const;

const columns: ListColumn<Unit>[] = [
  ...unitColumns.filter(({ id }) => id === 'number'),
  {
    id: 'fault',
    label: 'Fault',
    cell: ({ fault }) => fault && <span className="wrap-anywhere line-clamp-2">{fault}</span>,
  },
  { id: 'steps', label: 'Steps', cell: (unit) => <StepMarks unit={unit} />, phone: 'labelled' },
  ...unitColumns.filter(({ id }) => id === 'since' || id === 'place'),
  {
    id: 'assignee',
    label: 'Who',
    cell: ({ assignee }) =>
      assignee ? (assignee.name ?? 'A deleted account') : <span className="text-ink-faint">–</span>,
    phone: 'labelled',
  },
];

function BenchHeader() {
  const can = usePermissions();
  const importing = useDialogParam('import');
  return (
    <>
      <ScreenHeader title="Bench">
        {can('grading.manage') && (
          <Link to="/admin/bench?view=grading" className={buttonClass({ variant: 'outline' })}>
            Grades and tests
          </Link>
        )}
        {can('units.bench') && (
          <Button variant="outline" onClick={() => importing.open('reports')}>
            Import reports
          </Button>
        )}
      </ScreenHeader>
      <ImportReportsDialog open={importing.value === 'reports'} onClose={importing.close} />
    </>
  );
}

export default function BenchPage() {
  const can = usePermissions();
  const [params] = useSearchParams();
  if (params.get('view') !== 'grading') return <BenchList />;
  if (!can('grading.manage')) return <NoAccess firstScreen="/admin/bench" />;
  return (
    <Suspense fallback={<Skeleton className="h-96" />}>
      <GradingScreen />
    </Suspense>
  );
}

/** Devices in the workshop, those that wait longest in front. A scan opens one from anywhere. */
function BenchList() {
  const can = usePermissions();
  const params = useListParams();
  const state = params.choice('state', tabs) ?? 'bench';
  const shown = state === 'mine' ? { mine: true } : { state };
  const list = useAdminList({
    queryKey: ['units', 'bench', shown],
    load: (query, options) => api.listUnits({ query: { ...query, ...shown, sort: 'longest' } }, options),
    rowsOf: ({ units }) => units,
  });
  const selection = useSelection<Unit>(list);
  const counted = useUnitCounts();
  const counts = counted && { ...counted.counts, mine: counted.mine };
  const { assign, dialog } = useAssign(selection.clear);
  useAssignKey(list.data?.rows ?? [], (unit) => assign(selection.size > 0 ? selection.rows : [unit]));
  return (
    <>
      <BenchHeader />
      {dialog}
      <BenchScan />
      <nav aria-label="States" className="mb-4 flex flex-wrap gap-1.5">
        {tabs.map((tab) => (
          <button
            key={tab}
            type="button"
            aria-pressed={state === tab}
            className={classNames(
              'min-h-9 rounded-control border px-3 font-medium text-sm hover:bg-sunken pointer-coarse:min-h-11',
              state === tab ? 'border-primary-text bg-primary-tint' : 'border-line-strong',
            )}
            onClick={() => params.change({ state: tab })}
          >
            {tab === 'mine' ? 'Mine' : unitStateLabels[tab]}
            {counts && <span className="tabular text-ink-muted"> {formatCount(counts[tab])}</span>}
          </button>
        ))}
      </nav>
      <DataList
        name="bench"
        caption="Devices in the workshop"
        columns={state === 'repair' ? columns : columns.filter(({ id }) => id !== 'fault')}
        list={list}
        nameOf={({ number, model }) => `${number}, ${model.name}`}
        selection={selection}
        chooseAll={() => chooseAllUnits(shown, selection.choose)}
        bulk={<UnitBulkActions units={selection.rows} onDone={selection.clear} />}
        empty={
          <EmptyState
            Icon={Wrench}
            title={state === 'mine' ? 'No device is assigned to you' : 'No device waits here'}
            action={
              can('units.receive') && (
                <Link to="/admin/receive" className={buttonClass({ variant: 'outline' })}>
                  Receive devices
                </Link>
              )
            }
          >
            {state === 'mine'
              ? 'Choose devices on the bench and press a, or open one and choose "Assign to me".'
              : 'Devices come here when they are received or returned.'}
          </EmptyState>
        }
      />
    </>
  );
}

/** Assigns the device in the row with the focus when `a` is pressed. */
function useAssignKey(rows: Unit[], assign: (unit: Unit) => void): void {
  const can = usePermissions();
  const canAssign = can('units.bench');
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      // The shortcut `g a` opens another screen and takes the key before.
      if (event.key !== 'a' || event.defaultPrevented || !canAssign || !hasSingleKeys()) return;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const link = target.closest('tr')?.querySelector<HTMLAnchorElement>('a[href*="/admin/units/"]');
      const unit = rows.find(({ number }) => link?.pathname.endsWith(`/${number}`));
      if (unit) assign(unit);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  });
}

/** Opens the device of a scanned or typed code. */
function BenchScan() {
  const field = useRef<HTMLInputElement>(null);
  const open = useOpenByCode();
  useEffect(() => field.current?.focus(), []);
  return (
    <div className="mb-5 max-w-2xl">
      <ScanField
        ref={field}
        placeholder="Number, serial or IMEI"
        hint="A scan opens the device."
        onCode={open}
      />
    </div>
  );
}
