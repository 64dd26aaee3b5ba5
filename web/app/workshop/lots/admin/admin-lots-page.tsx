import { formatMoney } from '@reprise/contract/money';
import { type Lot, type LotState, lotStates } from '@reprise/contract/workshop/lots/lot';
import { Link, useNavigate } from 'react-router';
import { adminMeta } from '../../../admin-ui/admin-meta.ts';
import { DataList, type ListColumn } from '../../../admin-ui/list/data-list.tsx';
import { choicesOf, searchFilter, selectFilter } from '../../../admin-ui/list/list-filters.tsx';
import { useAdminList } from '../../../admin-ui/list/use-admin-list.ts';
import { ScreenHeader } from '../../../admin-ui/screen-header.tsx';
import { Time } from '../../../admin-ui/time.tsx';
import { useDialogParam } from '../../../admin-ui/use-dialog-param.ts';
import { api } from '../../../api/browser-api.ts';
import { formatCount, formatDate } from '../../../formats.ts';
import { usePermissions } from '../../../session/use-permissions.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Boxes, Plus } from '../../../ui/icons/lucide.tsx';
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
    cell: ({ createdAt }) => <Time value={createdAt} format={formatDate} />,
  },
];

const costColumn: ListColumn<Lot> = {
  id: 'cost',
  label: 'Cost',
  number: true,
  phone: 'labelled',
  cell: ({ cost }) => (cost === null ? '–' : formatMoney(cost)),
};

const filters = [
  searchFilter('Search lots'),
  selectFilter({
    name: 'state',
    label: 'State',
    all: 'All lots',
    choices: choicesOf(lotStates, lotStateLabels),
  }),
] as const;

/** Lists the lots with their devices and, for those who see costs, their cost. */
export default function AdminLotsPage() {
  const can = usePermissions();
  const navigate = useNavigate();
  const list = useAdminList({
    queryKey: ['lots', 'list'],
    filters,
    load: (query, options) => api.listLots({ query }, options),
    rowsOf: ({ lots }) => lots,
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
        nameOf={({ number }) => number}
        isFaded={({ state }) => state === 'closed'}
        empty={
          <EmptyState
            Icon={Boxes}
            title="No lots yet"
            action={<Button onClick={() => add.open('lot')}>New lot</Button>}
          >
            A lot says which devices a supplier sends, what you paid for them, and whom to complain to.
          </EmptyState>
        }
      />
      {add.value !== null && (
        <LotDialog onClose={add.close} onSaved={({ number }) => navigate(`/admin/lots/${number}`)} />
      )}
      <SuppliersModal open={suppliers.value !== null} onClose={suppliers.close} />
    </>
  );
}
