import type { Unit } from '@reprise/contract/units/unit';
import { unitStates } from '@reprise/contract/units/unit-states';
import { unitEndpoints, unitSorts } from '@reprise/contract/units/units';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { adminMeta } from '../../../admin-ui/admin-meta.ts';
import { DataList } from '../../../admin-ui/data-list.tsx';
import { ExportButton } from '../../../admin-ui/export-button.tsx';
import { ScreenHeader } from '../../../admin-ui/screen-header.tsx';
import { type ListParams, useListParams } from '../../../admin-ui/use-list-params.ts';
import { useSelection } from '../../../admin-ui/use-selection.ts';
import { api } from '../../../api/browser-api.ts';
import { usePermissions } from '../../../session/use-permissions.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ClipboardCheck, ScanBarcode, SearchX, Smartphone } from '../../../ui/icons/lucide.tsx';
import { StockTakePage } from './stock-take/stock-take-page.tsx';
import { stockTakeUrl } from './stock-take/stock-take-url.ts';
import { StockTakes } from './stock-take/stock-takes.tsx';
import { UnitBulkActions } from './unit-bulk-actions.tsx';
import { unitColumns } from './unit-columns.tsx';
import { noWorkFilters, readWorkFilters, UnitFilters } from './unit-filters.tsx';
import { useUnitCounts } from './use-unit-counts.ts';

export const meta = () => adminMeta('Devices');

const noFilters = {
  ...noWorkFilters,
  search: undefined,
  state: undefined,
  place: undefined,
  missing: undefined,
  model: undefined,
  product: undefined,
};
const views = [
  { name: 'Longest on the bench', query: 'state=bench&sort=longest' },
  { name: 'Ready for sale', query: 'state=ready&sort=longest' },
  { name: 'On sale longest', query: 'state=listed&sort=longest' },
  { name: 'On sale for 30 days or more', query: 'state=listed&sort=longest&minDays=30' },
  { name: 'In quarantine', query: 'state=quarantine' },
  { name: 'Not on the shelf', query: 'missing=true' },
];

/** Devices in hand; with a search parameter the stock-takes, or one of them. */
export default function AdminUnitsPage() {
  const [params] = useSearchParams();
  const stockTake = params.get('stock-take');
  if (stockTake === null) return <UnitList />;
  return stockTake === 'all' ? <StockTakes /> : <StockTakePage key={stockTake} id={stockTake} />;
}

function UnitList() {
  const listParams = useListParams();
  const filters = readFilters(listParams);
  const selection = useSelection<Unit>(({ id }) => id, listParams.filterKey);
  const sort = listParams.choice('sort', unitSorts);
  const query = { ...filters, sort, page: listParams.page, limit: listParams.limit };
  const list = useQuery({
    queryKey: ['units', query],
    queryFn: ({ signal }) => api.listUnits({ query }, { signal }),
    select: ({ units, pagination }) => ({ rows: units, pagination }),
    placeholderData: keepPreviousData,
  });
  const counts = useUnitCounts()?.counts;
  return (
    <>
      <ScreenHeader title="Devices">
        <ExportButton endpoint={unitEndpoints.exportUnits} input={{ query: filters }} />
        <StockTakeLink />
        <ReceiveLink />
      </ScreenHeader>
      <DataList
        name="units"
        caption="Devices"
        columns={unitColumns}
        list={list}
        listParams={listParams}
        idOf={({ id }) => id}
        nameOf={({ number, model }) => `${number}, ${model.name}`}
        filters={<UnitFilters filters={filters} listParams={listParams} counts={counts} />}
        views={views}
        selection={selection}
        bulk={<UnitBulkActions units={selection.rows} onDone={selection.clear} />}
        isFaded={({ state }) => state === 'gone'}
        empty={<NoUnits isFiltered={Object.values(filters).some(Boolean)} listParams={listParams} />}
      />
    </>
  );
}

function StockTakeLink() {
  const can = usePermissions();
  if (!can('units.receive')) return null;
  return (
    <Link to={stockTakeUrl()} className={buttonClass({ variant: 'outline' })}>
      <ClipboardCheck className="size-4" aria-hidden="true" />
      Stock-takes
    </Link>
  );
}

function ReceiveLink() {
  const can = usePermissions();
  if (!can('units.receive')) return null;
  return (
    <Link to="/admin/receive" className={buttonClass()}>
      <ScanBarcode className="size-4" aria-hidden="true" />
      Receive devices
    </Link>
  );
}

function NoUnits({ isFiltered, listParams }: { isFiltered: boolean; listParams: ListParams }) {
  if (isFiltered) {
    return (
      <EmptyState
        Icon={SearchX}
        title="No devices match"
        action={
          <Button variant="outline" onClick={() => listParams.change(noFilters)}>
            Clear filters
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState Icon={Smartphone} title="No devices in hand" action={<ReceiveLink />}>
      Receive a device to give it a number, a label and a history.
    </EmptyState>
  );
}

function readFilters(listParams: ListParams) {
  return {
    search: listParams.text('search') || undefined,
    state: listParams.choice('state', unitStates),
    place: listParams.text('place') || undefined,
    missing: listParams.text('missing') === 'true' || undefined,
    model: listParams.text('model') || undefined,
    product: listParams.text('product') || undefined,
    ...readWorkFilters(listParams),
  };
}
