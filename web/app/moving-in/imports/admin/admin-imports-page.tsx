import { formatRoundMoney, toCents } from '@reprise/contract/money';
import {
  importEndpoints,
  maxImportBytes,
  type ProductImport,
  type UnknownColumn,
  unknownColumn,
} from '@reprise/contract/moving-in/imports';
import { type UnknownValues, unknownValues } from '@reprise/contract/moving-in/shop-export';
import { Problem } from '@reprise/contract/problem';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { adminMeta } from '../../../admin-ui/admin-meta.ts';
import { ExportButton } from '../../../admin-ui/export-button.tsx';
import { DataList, type ListColumn } from '../../../admin-ui/list/data-list.tsx';
import { useAdminList } from '../../../admin-ui/list/use-admin-list.ts';
import { notifyFailure } from '../../../admin-ui/notify-failure.tsx';
import { ScreenHeader } from '../../../admin-ui/screen-header.tsx';
import { Time } from '../../../admin-ui/time.tsx';
import { api } from '../../../api/browser-api.ts';
import { messageOf } from '../../../api/error-message.ts';
import { formatCount } from '../../../formats.ts';
import { usePermissions } from '../../../session/use-permissions.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FileDrop } from '../../../ui/forms/file-drop.tsx';
import { FileSpreadsheet } from '../../../ui/icons/lucide.tsx';
import { ProblemBox } from '../../../ui/problem-box.tsx';
import { StatusDot } from '../../../ui/status-dot.tsx';
import { ColumnsDialog, RememberedColumns } from './columns-dialog.tsx';
import { ExportPresets } from './export-presets.tsx';
import { ExportValuesDialog } from './export-values-dialog.tsx';
import { isRunning, stateOf } from './import-labels.ts';
import { uploadImport } from './upload-import.ts';

export const meta = () => adminMeta('Import products');

export default function AdminImportsPage() {
  return (
    <>
      <ScreenHeader title="Import products">
        <ExportButton endpoint={importEndpoints.exportProducts} input={{}} label="Export all products" />
        <PastOrdersLink />
        <Link to="/admin/products" className={buttonClass({ variant: 'outline' })}>
          Products
        </Link>
      </ScreenHeader>
      <div className="grid gap-4 lg:grid-cols-[3fr_2fr]">
        <Upload />
        <FileFormatHelp />
      </div>
      <h2 className="mt-8 mb-3 text-lg">Imports of the last 30 days</h2>
      <ImportHistory />
    </>
  );
}

function PastOrdersLink() {
  const can = usePermissions();
  if (!can('customers.export')) return null;
  return (
    <Link to="/admin/past-orders" className={buttonClass({ variant: 'outline' })}>
      Orders of another shop
    </Link>
  );
}

function Upload() {
  const { sending, sent, stop } = useSending();
  const unknown = sending.isError ? unknownColumnsOf(sending.error) : [];
  const askedValues = sending.isError ? unknownValuesOf(sending.error) : undefined;
  const isAsked = unknown.length > 0 || askedValues !== undefined;
  const failed = sending.isError && !isAbort(sending.error) && !isAsked;
  return (
    <div>
      <FileDrop
        label="Choose a CSV file or drop it here"
        sending={sending.isPending ? sending.variables.name : null}
        sent={sent}
        onFile={(file) => sending.mutate(file)}
        onStop={stop}
      >
        It is checked first, row by row. Nothing changes until you have seen the result.
      </FileDrop>
      {unknown.length > 0 && sending.variables && (
        <ColumnsDialog
          columns={unknown}
          onAssigned={() => sending.mutate(sending.variables)}
          onClose={() => sending.reset()}
        />
      )}
      {askedValues && sending.variables && (
        <ExportValuesDialog
          unknown={askedValues}
          onAnswered={() => sending.mutate(sending.variables)}
          onClose={() => sending.reset()}
        />
      )}
      {failed && (
        <div role="alert" className="mt-3">
          <ProblemBox message={messageOf(sending.error, 'The file could not be sent. Try again.')} />
        </div>
      )}
    </div>
  );
}

/** Returns the columns that a refused file has and the shop does not know. */
function unknownColumnsOf(error: Error): UnknownColumn[] {
  const details = error instanceof Problem ? error.details?.unknownColumns : undefined;
  const read = unknownColumn.array().safeParse(details);
  return read.success ? read.data : [];
}

/** Returns the conditions and categories of another shop that a refused export has and the shop does not know. */
function unknownValuesOf(error: Error): UnknownValues | undefined {
  return error instanceof Problem
    ? unknownValues.optional().safeParse(error.details?.unknownValues).data
    : undefined;
}

const isAbort = (error: Error) => error.name === 'AbortError';

/** Uploads a file and opens its check; leaving the screen aborts the upload. */
function useSending() {
  const navigate = useNavigate();
  const [sent, setSent] = useState(0);
  const leaving = useRef(new AbortController());
  useEffect(() => () => leaving.current.abort(), []);
  const sending = useMutation({
    mutationFn: async (file: File) => {
      if (file.size > maxImportBytes)
        throw new Problem('PAYLOAD_TOO_LARGE', 'A file can have up to 32 MB. Split it and try again.');
      setSent(0);
      leaving.current = new AbortController();
      return uploadImport(file, { onProgress: setSent, signal: leaving.current.signal });
    },
    onSuccess: ({ id }) => navigate(`/admin/imports/${id}`),
  });
  return { sending, sent, stop: () => leaving.current.abort() };
}

function FileFormatHelp() {
  return (
    <Card title="File format">
      <ul className="grid list-disc gap-2 pl-5 text-sm marker:text-ink-faint">
        <li>
          The first row names columns, in any order. <code>sku</code> tells which product a row is about; a
          new product without one gets one.
        </li>
        <li>
          A new SKU adds a product and needs <code>name</code>, <code>brand</code>, <code>category</code> and{' '}
          <code>price</code>.
        </li>
        <li>
          A known SKU updates its product. A blank cell leaves a field unchanged, a single dash clears it.
        </li>
        <li>
          Prices may be written as 1299, {formatRoundMoney(toCents(89))} or 1,299.00, or all with commas for
          cents, and conditions as on the shop’s pages.
        </li>
        <li>Put images, features and specifications on separate lines within their cell.</li>
        <li>
          With <code>stockBase</code> beside <code>stockCount</code>, as an export writes it, sales in between
          are preserved.
        </li>
      </ul>
      <p className="mt-3 text-ink-muted text-sm">
        Start with an export: edit it and upload it again. Other column names are asked about once.
      </p>
      <Remembered />
      <ExportPresets />
    </Card>
  );
}

function Remembered() {
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: ['import-columns'],
    queryFn: ({ signal }) => api.listColumnAssignments({}, { signal }),
  });
  const forget = useMutation({
    mutationFn: () => api.forgetColumns(),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['import-columns'] }),
    onError: (error) => notifyFailure('The columns were not forgotten', error),
  });
  return <RememberedColumns columns={data?.columns ?? []} onForget={() => forget.mutate()} />;
}

const columns: ListColumn<ProductImport>[] = [
  {
    id: 'file',
    label: 'File',
    cell: ({ id, fileName }) => (
      <Link to={`/admin/imports/${id}`} className="block max-w-72 truncate font-medium hover:underline">
        {fileName}
      </Link>
    ),
  },
  {
    id: 'state',
    label: 'State',
    cell: (row) => <StatusDot tone={stateOf(row).tone}>{stateOf(row).label}</StatusDot>,
  },
  {
    id: 'rows',
    label: 'Rows',
    number: true,
    phone: 'labelled',
    cell: ({ totalRows }) => formatCount(totalRows),
  },
  {
    id: 'added',
    label: 'New',
    number: true,
    phone: 'labelled',
    cell: ({ counts }) => formatCount(counts.create),
  },
  {
    id: 'changed',
    label: 'Changes',
    number: true,
    phone: 'labelled',
    cell: ({ counts }) => formatCount(counts.change),
  },
  {
    id: 'refused',
    label: 'Rejected',
    number: true,
    phone: 'labelled',
    cell: ({ counts }) => formatCount(counts.refused),
  },
  { id: 'by', label: 'By', phone: 'labelled', cell: ({ startedBy }) => startedBy ?? 'Deleted user' },
  {
    id: 'when',
    label: 'Sent',
    phone: 'labelled',
    cell: ({ createdAt }) => <Time value={createdAt} />,
  },
];

function ImportHistory() {
  const list = useAdminList({
    queryKey: ['imports'],
    load: (query, options) => api.listImports({ query }, options),
    rowsOf: ({ imports }) => imports,
    refetchInterval: (answer) => (answer?.imports.some(isRunning) ? 2000 : false),
    refetchIntervalInBackground: true,
  });
  return (
    <DataList
      name="imports"
      caption="Imports"
      columns={columns}
      list={list}
      nameOf={({ fileName }) => fileName}
      empty={<EmptyState Icon={FileSpreadsheet} title="No imports yet" />}
    />
  );
}
