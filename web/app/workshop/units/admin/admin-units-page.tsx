import type { Unit } from '@reprise/contract/workshop/units/unit';
import { unitEndpoints, unitSorts } from '@reprise/contract/workshop/units/units';
import { Link, useSearchParams } from 'react-router';
import { adminMeta } from '../../../admin-ui/admin-meta.ts';
import { ExportButton } from '../../../admin-ui/export-button.tsx';
import { DataList } from '../../../admin-ui/list/data-list.tsx';
import { useAdminList } from '../../../admin-ui/list/use-admin-list.ts';
import { useSelection } from '../../../admin-ui/list/use-selection.ts';
import { ScreenHeader } from '../../../admin-ui/screen-header.tsx';
import { api } from '../../../api/browser-api.ts';
import { usePermissions } from '../../../session/use-permissions.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ClipboardCheck, ScanBarcode, Smartphone } from '../../../ui/icons/lucide.tsx';
import { chooseAllUnits } from './acts/choose-all-units.ts';
import { StockTakePage } from './stock-take/stock-take-page.tsx';
import { stockTakeUrl } from './stock-take/stock-take-url.ts';
import { StockTakes } from './stock-take/stock-takes.tsx';
import { UnitBulkActions } from './unit-bulk-actions.tsx';
import { unitColumns } from './unit-columns.tsx';
import { useUnitFilters } from './unit-filters.ts';

export const meta = () => adminMeta('Devices');

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
  const list = useAdminList({
    queryKey: ['units'],
    filters: useUnitFilters(),
    sorts: unitSorts,
    load: (query, options) => api.listUnits({ query }, options),
    rowsOf: ({ units }) => units,
  });
  const selection = useSelection<Unit>(list);
  return (
    <>
      <ScreenHeader title="Devices">
        <ExportButton endpoint={unitEndpoints.exportUnits} input={{ query: list.filterQuery }} />
        <StockTakeLink />
        <ReceiveLink />
      </ScreenHeader>
      <DataList
        name="units"
        caption="Devices"
        columns={unitColumns}
        list={list}
        nameOf={({ number, model }) => `${number}, ${model.name}`}
        views={views}
        selection={selection}
        chooseAll={() => chooseAllUnits(list.filterQuery, selection.choose)}
        bulk={<UnitBulkActions units={selection.rows} onDone={selection.clear} />}
        isFaded={({ state }) => state === 'gone'}
        empty={
          <EmptyState Icon={Smartphone} title="No devices in hand" action={<ReceiveLink />}>
            Receive a device to give it a number, a label and a history.
          </EmptyState>
        }
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
