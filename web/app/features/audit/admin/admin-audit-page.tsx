import { type AuditEntry, auditEndpoints, auditKinds, noActor } from '@reprise/contract/audit';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { adminMeta } from '../../../admin-ui/admin-meta.ts';
import { DataList, type ListColumn } from '../../../admin-ui/data-list.tsx';
import { DateRangeFilter } from '../../../admin-ui/date-range-filter.tsx';
import { dayIn, daysToFilter } from '../../../admin-ui/day-range.ts';
import { ExportButton } from '../../../admin-ui/export-button.tsx';
import { ScreenHeader } from '../../../admin-ui/screen-header.tsx';
import { FilterSelect, SearchField } from '../../../admin-ui/toolbar.tsx';
import { type ListParams, useListParams } from '../../../admin-ui/use-list-params.ts';
import { api } from '../../../api/browser-api.ts';
import { formatDateTime } from '../../../formats.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ScrollText, SearchX } from '../../../ui/icons/lucide.tsx';
import { AuditDialog } from './audit-dialog.tsx';
import { actionLabel, actorName, changedValue, kindChoices, subjectOf } from './audit-labels.ts';

export const meta = () => adminMeta('Audit log');

const views = [
  { name: 'Failed sign-ins', query: 'search=refuse+sign-in' },
  { name: 'Settings', query: 'kind=settings' },
];

export default function AdminAuditPage() {
  const listParams = useListParams();
  const filters = readFilters(listParams);
  const query = { ...queryOf(filters), page: listParams.page, limit: listParams.limit };
  const list = useQuery({
    queryKey: ['audit', query],
    queryFn: ({ signal }) => api.listAudit({ query }, { signal }),
    select: ({ entries, pagination }) => ({ rows: entries, pagination }),
    placeholderData: keepPreviousData,
  });
  const [openEntry, setOpenEntry] = useState<AuditEntry | null>(null);
  const clear = () =>
    listParams.change(Object.fromEntries(Object.keys(filters).map((name) => [name, undefined])));
  return (
    <>
      <ScreenHeader title="Audit log">
        <ExportButton endpoint={auditEndpoints.exportAudit} input={{ query: queryOf(filters) }} />
      </ScreenHeader>
      <p className="-mt-3 mb-4 max-w-text text-ink-muted text-sm">
        Who changed what, and when. Entries are never changed or removed.
      </p>
      <DataList
        name="audit"
        caption="Entries"
        columns={columnsFor(setOpenEntry)}
        list={list}
        listParams={listParams}
        idOf={({ id }) => id}
        nameOf={(entry) => `${actionLabel(entry)}, ${entry.subject}`}
        filters={<Filters listParams={listParams} filters={filters} entry={list.data?.rows[0]} />}
        views={views}
        empty={
          Object.values(filters).some(Boolean) ? (
            <EmptyState
              Icon={SearchX}
              title="No entries match"
              action={
                <Button variant="outline" onClick={clear}>
                  Clear filters
                </Button>
              }
            />
          ) : (
            <EmptyState Icon={ScrollText} title="No entries yet" />
          )
        }
      />
      <AuditDialog
        entry={openEntry}
        onClose={() => setOpenEntry(null)}
        onFollow={(entry) => {
          setOpenEntry(null);
          listParams.change({ subject: subjectOf(entry) });
        }}
      />
    </>
  );
}

function readFilters(listParams: ListParams) {
  return {
    search: listParams.text('search') || undefined,
    kind: listParams.choice('kind', auditKinds),
    actor: listParams.text('actor') || undefined,
    subject: listParams.text('subject') || undefined,
    from: dayIn(listParams.text('from')),
    to: dayIn(listParams.text('to')),
  };
}

type AuditFilters = ReturnType<typeof readFilters>;

const queryOf = ({ from, to, ...rest }: AuditFilters) => ({ ...rest, ...daysToFilter(from, to) });

type FiltersProps = {
  listParams: ListParams;
  filters: AuditFilters;
  /** Any entry of the list; when the list shows one subject only, it contains that subject's name. */
  entry: AuditEntry | undefined;
};

function Filters({ listParams, filters, entry }: FiltersProps) {
  const { data } = useQuery({
    queryKey: ['users', 'administrators'],
    queryFn: () => api.listUsers({ query: { role: 'admin', limit: 100 } }),
  });
  const { search, kind, actor, subject, from, to } = filters;
  const administrators = (data?.users ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const known = !actor || actor === noActor || administrators.some(({ value }) => value === actor);
  return (
    <>
      <SearchField
        label="Search changes, order number, SKU or email"
        value={search ?? ''}
        onChange={(text) => listParams.change({ search: text })}
      />
      <FilterSelect
        label="Kind"
        all="All kinds"
        value={kind}
        choices={kindChoices}
        onChange={(value) => listParams.change({ kind: value })}
      />
      <FilterSelect
        label="Who"
        all="Anyone"
        value={actor}
        choices={[
          ...administrators,
          ...(known ? [] : [{ value: actor, label: 'Another user' }]),
          { value: noActor, label: 'System' },
        ]}
        onChange={(value) => listParams.change({ actor: value })}
      />
      <DateRangeFilter label="Date" from={from} to={to} onChange={listParams.change} />
      {subject && (
        <Button size="sm" variant="outline" onClick={() => listParams.change({ subject: undefined })}>
          Only {entry?.subject ?? 'one subject'}
          <span aria-hidden="true">×</span>
          <span className="sr-only">: show everything</span>
        </Button>
      )}
    </>
  );
}

function columnsFor(onOpen: (entry: AuditEntry) => void): ListColumn<AuditEntry>[] {
  return [
    {
      id: 'what',
      label: 'Action',
      cell: (entry) => (
        <button
          type="button"
          onClick={() => onOpen(entry)}
          className="block max-w-60 truncate rounded-control text-left font-medium hover:text-primary-text hover:underline pointer-coarse:min-h-11"
        >
          {actionLabel(entry)}
        </button>
      ),
    },
    {
      id: 'subject',
      label: 'On',
      cell: ({ subject }) => (
        <span className="block max-w-56 truncate" title={subject}>
          {subject}
        </span>
      ),
    },
    { id: 'changes', label: 'Changes', cell: ({ changes }) => <Summary changes={changes} /> },
    {
      id: 'who',
      label: 'Who',
      phone: 'labelled',
      cell: (entry) =>
        entry.actor ? actorName(entry) : <span className="text-ink-muted">{actorName(entry)}</span>,
    },
    {
      id: 'when',
      label: 'Date',
      cell: ({ at }) => (
        <time dateTime={at} className="whitespace-nowrap text-ink-muted">
          {formatDateTime(at)}
        </time>
      ),
    },
  ];
}

/** Shows the first change and the number of others. */
function Summary({ changes: [first, ...others] }: { changes: AuditEntry['changes'] }) {
  if (!first) return <span className="text-ink-faint">–</span>;
  const { field, before, after } = first;
  return (
    <span className="block max-w-96 truncate text-ink-muted">
      {field}: {before !== null && <del className="no-underline">{changedValue(before)}</del>}
      {before !== null && ' → '}
      <ins className="text-ink no-underline">{changedValue(after) ?? 'none'}</ins>
      {others.length > 0 && ` and ${others.length} more`}
    </span>
  );
}
