import { type Lot, type LotState, lotStates } from '@reprise/contract/lots/lot';
import { formatMoney } from '@reprise/contract/money';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import { adminMeta } from '../../../admin-ui/admin-meta.ts';
import { DataList, type ListColumn } from '../../../admin-ui/data-list.tsx';
import { ScreenHeader } from '../../../admin-ui/screen-header.tsx';
import { FilterSelect, SearchField } from '../../../admin-ui/toolbar.tsx';
import { useDialogParam } from '../../../admin-ui/use-dialog-param.ts';
import { type ListParams, useListParams } from '../../../admin-ui/use-list-params.ts';
import { api } from '../../../api/browser-api.ts';
import { formatCount, formatDate } from '../../../formats.ts';
import { usePermissions } from '../../../session/use-permissions.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Boxes, Plus, SearchX } from '../../../ui/icons/lucide.tsx';
import { StatusDot } from '../../../ui/status-dot.tsx';
import { LotDialog } from './lot-form.tsx';
import { SuppliersModal } from './suppliers-list.tsx';

export const meta = () => adminMeta('Lots');

const lotStateLabels: Record<LotState, string> = { open: 'Open', closed: 'Closed' };

const count = (id: 'expected' | 'received' | 'listed' | 'sold', label: string): ListColumn<Lot> => ({
  id,
  label,
  number: true,
  phone: 'labelled',
  cell: ({ counts }) => formatCount(counts[id]),
});

const columns: ListColumn<Lot>[] = [
  {
    id: 'number',
    label: 'Lot',
    cell: ({ number, supplier, reference }) => (
      <span className="block py-1">
        <Link
          to={`/admin/lots/${number}`}
          className="tabular font-medium hover:text-primary-text hover:underline"
        >
          {number}
        </Link>
        <span className="block max-w-72 truncate font-normal text-ink-muted">
          {[supplier.name, reference].filter(Boolean).join(' · ')}
        </span>
      </span>
    ),
  },
  {
    id: 'state',
    label: 'State',
    cell: ({ state }) => (
      <StatusDot tone={state === 'open' ? 'primary' : 'neutral'}>{lotStateLabels[state]}</StatusDot>
    ),
  },
  count('expected', 'Expected'),
  count('received', 'Received'),
  count('listed', 'On sale'),
  count('sold', 'Sold'),
  {
    id: 'added',
    label: 'Added',
    phone: 'labelled',
    cell: ({ createdAt }) => (
      <time dateTime={createdAt} className="whitespace-nowrap">
        {formatDate(createdAt)}
      </time>
    ),
  },
];

const costColumn: ListColumn<Lot> = {
  id: 'cost',
  label: 'Cost',
  number: true,
  phone: 'labelled',
  cell: ({ cost }) => (cost === null ? '–' : formatMoney(cost)),
};

/** Lists the lots with their devices and, for those who see costs, their cost. */
export default function AdminLotsPage() {
  const can = usePermissions();
  const navigate = useNavigate();
  const listParams = useListParams();
  const search = listParams.text('search');
  const state = listParams.choice('state', lotStates);
  const query = { search: search || undefined, state, page: listParams.page, limit: listParams.limit };
  const list = useQuery({
    queryKey: ['lots', 'list', query],
    queryFn: ({ signal }) => api.listLots({ query }, { signal }),
    select: ({ lots, pagination }) => ({ rows: lots, pagination }),
    placeholderData: keepPreviousData,
  });
  const add = useDialogParam('add');
  const suppliers = useDialogParam('suppliers');
  return (
    <>
      <ScreenHeader title="Lots">
        <Button variant="outline" onClick={() => suppliers.open('all')}>
          Suppliers
        </Button>
        <Button onClick={() => add.open('lot')}>
          <Plus className="size-4" aria-hidden="true" />
          New lot
        </Button>
      </ScreenHeader>
      <DataList
        name="lots"
        caption="Lots"
        columns={can('costs.see') ? [...columns, costColumn] : columns}
        list={list}
        listParams={listParams}
        idOf={({ id }) => id}
        nameOf={({ number }) => number}
        isFaded={({ state }) => state === 'closed'}
        filters={
          <>
            <SearchField
              label="Search lots"
              value={search}
              onChange={(value) => listParams.change({ search: value })}
            />
            <FilterSelect
              label="State"
              value={state}
              all="All lots"
              choices={lotStates.map((value) => ({ value, label: lotStateLabels[value] }))}
              onChange={(value) => listParams.change({ state: value })}
            />
          </>
        }
        empty={
          <NoLots
            isFiltered={Boolean(search || state)}
            listParams={listParams}
            onAdd={() => add.open('lot')}
          />
        }
      />
      <LotDialog
        open={add.value !== null}
        onClose={add.close}
        onSaved={({ number }) => navigate(`/admin/lots/${number}`)}
      />
      <SuppliersModal open={suppliers.value !== null} onClose={suppliers.close} />
    </>
  );
}

type NoLotsProps = { isFiltered: boolean; listParams: ListParams; onAdd: () => void };

function NoLots({ isFiltered, listParams, onAdd }: NoLotsProps) {
  if (isFiltered) {
    return (
      <EmptyState
        Icon={SearchX}
        title="No lots match"
        action={
          <Button
            variant="outline"
            onClick={() => listParams.change({ search: undefined, state: undefined })}
          >
            Clear filters
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState Icon={Boxes} title="No lots yet" action={<Button onClick={onAdd}>New lot</Button>}>
      A lot says which devices a supplier sends, what you paid for them, and whom to complain to.
    </EmptyState>
  );
}
