import { otherShopLabels } from '@reprise/contract/foundations/checked-import';
import {
  type ImportedRow,
  importEndpoints,
  maxWholeOrNothingRows,
  type ProductImport,
  rowOutcomes,
} from '@reprise/contract/moving-in/imports';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { adminMeta } from '../../../admin-ui/admin-meta.ts';
import { DeleteDialog } from '../../../admin-ui/delete-dialog.tsx';
import { ExportButton } from '../../../admin-ui/export-button.tsx';
import { DataList, type ListColumn } from '../../../admin-ui/list/data-list.tsx';
import { choicesOf, selectFilter } from '../../../admin-ui/list/list-filters.tsx';
import { useAdminList } from '../../../admin-ui/list/use-admin-list.ts';
import { LoadFailure } from '../../../admin-ui/loaded.tsx';
import { ScreenHeader } from '../../../admin-ui/screen-header.tsx';
import { StatCards } from '../../../admin-ui/stat-cards.tsx';
import { api } from '../../../api/browser-api.ts';
import { messageOf } from '../../../api/error-message.ts';
import { formatCount } from '../../../formats.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Checkbox } from '../../../ui/forms/checkbox.tsx';
import { CircleEqual, CircleMinus, CirclePlus, FileSpreadsheet, Pencil } from '../../../ui/icons/lucide.tsx';
import { notify } from '../../../ui/overlays/notify.ts';
import { ProblemBox } from '../../../ui/problem-box.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { StatusDot } from '../../../ui/status-dot.tsx';
import type { Route } from './+types/admin-import-page';
import { ImportImages } from './import-images.tsx';
import { areImagesWaiting, isRunning, outcomeLabels, progressOf, stateOf } from './import-labels.ts';
import { RowDetail } from './row-detail.tsx';

export const meta = () => adminMeta('Import');

export default function AdminImportPage({ params }: Route.ComponentProps) {
  const id = params.id;
  const productImport = useQuery({
    queryKey: ['import', id],
    queryFn: ({ signal }) => api.getImport({ params: { id } }, { signal }),
    select: (answer) => answer.import,
    refetchInterval: ({ state }) => (state.data && isBusy(state.data.import) ? 1000 : false),
    // Polls without input, because large imports run unattended.
    refetchIntervalInBackground: true,
  });
  const current = productImport.data;
  if (productImport.isError && !current) {
    return <LoadFailure query={productImport} failed="The import could not be loaded" />;
  }
  return (
    <>
      <ScreenHeader title={current?.fileName ?? 'Import'}>
        <Link to="/admin/imports" className={buttonClass({ variant: 'outline' })}>
          All imports
        </Link>
      </ScreenHeader>
      {current ? <Step current={current} /> : <Skeleton className="mb-4 h-24 w-full rounded-tile" />}
      {current && <ImportImages current={current} />}
      <StatCards
        stats={[
          { label: rowLabel(current, 'create'), Icon: CirclePlus, value: current?.counts.create },
          { label: rowLabel(current, 'change'), Icon: Pencil, value: current?.counts.change },
          { label: rowLabel(current, 'same'), Icon: CircleEqual, value: current?.counts.same },
          { label: rowLabel(current, 'refused'), Icon: CircleMinus, value: current?.counts.refused },
        ]}
      />
      <Rows id={id} current={current} />
    </>
  );
}

const isBusy = (current: ProductImport) => isRunning(current) || areImagesWaiting(current);

function rowLabel(current: ProductImport | undefined, outcome: ImportedRow['outcome']): string {
  const labels = outcomeLabels[outcome];
  return current?.state === 'done' ? labels.after : labels.before;
}

/** Shows the state of the import and its next actions. */
function Step({ current }: { current: ProductImport }) {
  const { label, tone } = stateOf(current);
  return (
    <section aria-label="State" className="mb-4 rounded-tile border border-line bg-raised p-4 sm:p-5">
      <div role="status">
        <StatusDot tone={tone}>{label}</StatusDot>
      </div>
      {current.shop && (
        <p className="mt-1 text-ink-muted text-sm">
          Read as an export of {otherShopLabels[current.shop]}. Rows have their numbers in the file.
        </p>
      )}
      {current.unreadColumns.length > 0 && (
        <p className="wrap-anywhere mt-1 text-ink-muted text-sm">
          Not taken over: {current.unreadColumns.join(', ')}.
        </p>
      )}
      {current.doubted > 0 && (
        <p className="mt-1 text-sm text-warn-text">
          {current.doubted === 1
            ? 'One row may be a mistake'
            : `${formatCount(current.doubted)} rows may be mistakes`}
          . Show them with the filter “With doubts”.
        </p>
      )}
      {isRunning(current) && <Progress current={current} />}
      {current.state === 'failed' && (
        <div className="mt-3">
          <ProblemBox message={current.message ?? 'The import failed.'} />
        </div>
      )}
      <StepActions current={current} />
    </section>
  );
}

function Progress({ current }: { current: ProductImport }) {
  const { done, total } = progressOf(current);
  // In one transaction, no rows are visible before the end.
  const isWholeOrNothing = current.state === 'applying' && current.wholeOrNothing;
  return (
    <div className="mt-3">
      <progress
        aria-label={stateOf(current).label}
        className="progress"
        {...(!isWholeOrNothing && { value: done, max: Math.max(1, total) })}
      />
      <p className="tabular mt-1 text-ink-muted text-sm">
        {isWholeOrNothing
          ? `${formatCount(total)} ${total === 1 ? 'row' : 'rows'}, all or nothing`
          : `${formatCount(done)} of ${formatCount(total)} ${total === 1 ? 'row' : 'rows'}`}
      </p>
    </div>
  );
}

function StepActions({ current }: { current: ProductImport }) {
  const { id, state } = current;
  const queries = useQueryClient();
  const [wholeOrNothing, setWholeOrNothing] = useState(false);
  const settled = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ['import'] }),
      queries.invalidateQueries({ queryKey: ['imports'] }),
    ]);
  const start = useMutation({
    mutationFn: () => api.applyImport({ params: { id }, body: { wholeOrNothing } }),
    onSettled: settled,
  });
  const stop = useMutation({
    mutationFn: () => api.stopImport({ params: { id } }),
    onError: (error) => notify('error', messageOf(error, 'The import could not be stopped.')),
    onSettled: settled,
  });
  const rows = current.counts.create + current.counts.change;
  const canStart = state === 'checked' || state === 'stopped';
  return (
    <>
      {canStart && rows === 0 && <NothingToImport current={current} />}
      {canStart && rows > 0 && (
        <div className="mt-3 grid gap-3 empty:hidden">
          {state === 'checked' && current.counts.refused === 0 && (
            <Checkbox
              label="All or nothing"
              hint={`If one row fails, nothing is imported. For files of up to ${formatCount(maxWholeOrNothingRows)} rows.`}
              checked={wholeOrNothing}
              onChange={(event) => setWholeOrNothing(event.target.checked)}
            />
          )}
          {start.isError && (
            <div role="alert">
              <ProblemBox message={messageOf(start.error, 'The import could not be started.')} />
            </div>
          )}
        </div>
      )}
      <div className="mt-3 flex flex-wrap gap-2 empty:hidden">
        {canStart && rows > 0 && (
          <Button loading={start.isPending} onClick={() => start.mutate()}>
            {state === 'stopped' ? 'Go on' : `Import ${formatCount(rows)} ${rows === 1 ? 'row' : 'rows'}`}
          </Button>
        )}
        {state === 'applying' && (
          <Button variant="outline" loading={stop.isPending} onClick={() => stop.mutate()}>
            Stop
          </Button>
        )}
        {state === 'done' && (
          <Link to="/admin/products?sort=newest" className={buttonClass({ variant: 'outline' })}>
            View products
          </Link>
        )}
        {current.counts.refused > 0 && !isRunning(current) && (
          <ExportButton
            endpoint={importEndpoints.exportRejectedRows}
            input={{ params: { id } }}
            label="Download rejected rows"
          />
        )}
        {canStart && <DiscardButton current={current} />}
      </div>
    </>
  );
}

function DiscardButton({ current }: { current: ProductImport }) {
  const navigate = useNavigate();
  const [deleting, setDeleting] = useState(false);
  return (
    <>
      <Button variant="outline" onClick={() => setDeleting(true)}>
        Discard
      </Button>
      <DeleteDialog
        title="Discard this import"
        item={deleting ? current : null}
        nameOf={({ fileName }) => fileName}
        remove={() => api.deleteImport({ params: { id: current.id } })}
        failedMessage="The import could not be discarded."
        onDeleted={() => navigate('/admin/imports')}
        onClose={() => setDeleting(false)}
      >
        {() => 'The file and the result of its check are deleted. Imported products stay.'}
      </DeleteDialog>
    </>
  );
}

function NothingToImport({ current }: { current: ProductImport }) {
  return (
    <p className="mt-2 text-sm">
      {current.counts.refused > 0
        ? 'Every row was rejected. Correct them and send the file again.'
        : 'The products are already as this file has them.'}
    </p>
  );
}

function Rows({ id, current }: { id: string; current: ProductImport | undefined }) {
  const progress = current && progressOf(current).done;
  const list = useAdminList({
    queryKey: ['import', id, 'rows', current?.state, progress],
    filters: [
      selectFilter({
        name: 'outcome',
        label: 'Outcome',
        all: 'All rows',
        choices: [
          ...choicesOf(rowOutcomes, (outcome) => rowLabel(current, outcome)),
          { value: 'doubted', label: 'With doubts' },
        ],
        queryOf: (value) => (value === 'doubted' ? { doubted: true } : { outcome: value }),
      }),
    ],
    load: (query, options) => api.listImportRows({ params: { id }, query }, options),
    rowsOf: ({ rows }) => rows.map((row) => ({ ...row, id: String(row.number) })),
  });
  return (
    <DataList
      name="import-rows"
      caption="Rows"
      columns={columnsOf(current?.state === 'done')}
      list={list}
      nameOf={({ number }) => `Row ${number}`}
      noMatch="No rows with this outcome"
      empty={<EmptyState Icon={FileSpreadsheet} title="No rows checked yet" />}
    />
  );
}

function columnsOf(isDone: boolean): ListColumn<ImportedRow>[] {
  return [
    { id: 'number', label: 'Row', cell: ({ number }) => formatCount(number) },
    {
      id: 'sku',
      label: 'SKU',
      cell: ({ sku }) => sku !== '' && <span className="condensed">{sku}</span>,
    },
    {
      id: 'name',
      label: 'Name',
      cell: ({ name, productId }) =>
        productId ? (
          <Link
            to={`/admin/products?edit=${productId}`}
            className="block max-w-40 truncate hover:underline lg:max-w-64"
          >
            {name}
          </Link>
        ) : (
          <span className="block max-w-40 truncate lg:max-w-64">{name}</span>
        ),
    },
    {
      id: 'outcome',
      label: 'Outcome',
      cell: ({ outcome, applied }) => {
        const { before, after, tone } = outcomeLabels[outcome];
        return <StatusDot tone={tone}>{applied || isDone ? after : before}</StatusDot>;
      },
    },
    { id: 'detail', label: 'Detail', cell: (row) => <RowDetail row={row} /> },
  ];
}
