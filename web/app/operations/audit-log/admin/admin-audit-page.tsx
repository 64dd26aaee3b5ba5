import { type AuditEntry, auditEndpoints, noActor } from '@reprise/contract/operations/audit-log';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { adminMeta } from '../../../admin-ui/admin-meta.ts';
import { ExportButton } from '../../../admin-ui/export-button.tsx';
import { DataList, type ListColumn } from '../../../admin-ui/list/data-list.tsx';
import {
  daysFilter,
  linkedFilter,
  searchFilter,
  selectFilter,
} from '../../../admin-ui/list/list-filters.tsx';
import { useAdminList } from '../../../admin-ui/list/use-admin-list.ts';
import { ScreenHeader } from '../../../admin-ui/screen-header.tsx';
import { Time } from '../../../admin-ui/time.tsx';
import { api } from '../../../api/browser-api.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ScrollText } from '../../../ui/icons/lucide.tsx';
import { AuditDialog } from './audit-dialog.tsx';
import { actionLabel, actorName, changedValue, kindChoices, subjectOf } from './audit-labels.ts';

export const meta = () => adminMeta('Audit log');

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
      cell: ({ at }) => <Time value={at} className="text-ink-muted" />,
    },
  ];
}

const views = [
  { name: 'Failed sign-ins', query: 'search=refuse+sign-in' },
  { name: 'Settings', query: 'kind=settings' },
];

export default function AdminAuditPage() {
  const { data } = useQuery({
    queryKey: ['users', 'administrators'],
    queryFn: () => api.listUsers({ query: { role: 'admin', limit: 100 } }),
  });
  const administrators = (data?.users ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const list = useAdminList({
    queryKey: ['audit'],
    filters: [
      searchFilter('Search changes, order number, SKU or email'),
      selectFilter({ name: 'kind', label: 'Kind', all: 'All kinds', choices: kindChoices }),
      selectFilter({
        name: 'actor',
        label: 'Who',
        all: 'Anyone',
        choices: [...administrators, { value: noActor, label: 'System' }],
        takesAny: true,
        labelOfOther: () => 'Another user',
      }),
      daysFilter('Date'),
      linkedFilter('subject'),
    ],
    load: (query, options) => api.listAudit({ query }, options),
    rowsOf: ({ entries }) => entries,
  });
  const [openEntry, setOpenEntry] = useState<AuditEntry | null>(null);
  return (
    <>
      <ScreenHeader title="Audit log">
        <ExportButton endpoint={auditEndpoints.exportAudit} input={{ query: list.filterQuery }} />
      </ScreenHeader>
      <p className="-mt-3 mb-4 max-w-text text-ink-muted text-sm">
        Who changed what, and when. Entries are never changed or removed.
      </p>
      <DataList
        name="audit"
        caption="Entries"
        columns={columnsFor(setOpenEntry)}
        list={list}
        nameOf={(entry) => `${actionLabel(entry)}, ${entry.subject}`}
        views={views}
        moreFilters={
          list.filterQuery.subject && (
            <Button size="sm" variant="outline" onClick={() => list.params.change({ subject: undefined })}>
              Only {list.data?.rows[0]?.subject ?? 'one subject'}
              <span aria-hidden="true">×</span>
              <span className="sr-only">: show everything</span>
            </Button>
          )
        }
        empty={<EmptyState Icon={ScrollText} title="No entries yet" />}
      />
      <AuditDialog
        entry={openEntry}
        onClose={() => setOpenEntry(null)}
        onFollow={(entry) => {
          setOpenEntry(null);
          list.params.change({ subject: subjectOf(entry) });
        }}
      />
    </>
  );
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
