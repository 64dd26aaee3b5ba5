import { conditionLabels } from '@reprise/contract/catalog/products/conditions';
import type { PackingSummary } from '@reprise/contract/sales/orders/packing';
import { maxPickedOrders, type PickItem } from '@reprise/contract/sales/orders/pick-list';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { Loaded } from '../../../../admin-ui/loaded.tsx';
import { ScreenHeader } from '../../../../admin-ui/screen-header.tsx';
import { Thumb } from '../../../../admin-ui/thumb.tsx';
import { api } from '../../../../api/browser-api.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { ArrowLeft, PackageCheck, Printer } from '../../../../ui/icons/lucide.tsx';
import { useReportMissing } from './use-report-missing.ts';

export const pickListUrl = (orders: Pick<PackingSummary, 'id'>[]) =>
  `/admin/pack?${new URLSearchParams([['view', 'pick-list'], ...orders.map(({ id }) => ['id', id])])}`;

/** Lists devices and counted products to take from the shelves, in the order of the bins. */
export function PickList() {
  const [params] = useSearchParams();
  const order = params.getAll('id').slice(0, maxPickedOrders);
  const pickList = useQuery({
    queryKey: ['packing', 'pick-list', order],
    queryFn: ({ signal }) => api.getPickList({ query: { order } }, { signal }),
  });
  return (
    <>
      <Link to="/admin/pack" className="text-link mb-2 inline-flex items-center gap-1.5 text-sm print:hidden">
        <ArrowLeft className="size-4" aria-hidden="true" />
        Orders to pack
      </Link>
      <ScreenHeader
        title={pickList.data ? `Pick list for ${countOrders(pickList.data.orders)}` : 'Pick list'}
      >
        {pickList.data && pickList.data.items.length > 0 && (
          <Button variant="outline" className="print:hidden" onClick={() => window.print()}>
            <Printer className="size-4" aria-hidden="true" />
            Print
          </Button>
        )}
      </ScreenHeader>
      <Loaded query={pickList} failed="The pick list could not be loaded" skeleton="h-48">
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState Icon={PackageCheck} title="Nothing to pick">
              Paid orders whose devices are not packed yet appear here.
            </EmptyState>
          ) : (
            <PickItems items={items} />
          )
        }
      </Loaded>
    </>
  );
}

const countOrders = (orders: number) => (orders === 1 ? '1 order' : `${orders} orders`);

function PickItems({ items }: { items: PickItem[] }) {
  const report = useReportMissing();
  return (
    <ul
      aria-label="To pick"
      className="divide-y divide-line rounded-tile border border-line bg-raised print:border-0 print:bg-transparent"
    >
      {items.map((item) => (
        <li
          key={`${item.device ?? item.product} ${item.orders[0]?.id}`}
          className="flex break-inside-avoid flex-wrap items-center gap-x-4 gap-y-2 p-4 print:px-0 print:py-2"
        >
          <span className="hidden size-4 border border-ink print:block" aria-hidden="true" />
          <span className="tabular w-16 shrink-0 font-semibold text-lg">
            {item.place || <Unplaced isScanned={item.isScanned} />}
          </span>
          <Thumb src={item.image || undefined} className="size-12 print:hidden" />
          <div className="min-w-40 flex-1">
            <p className="wrap-anywhere font-semibold">
              {item.quantity > 1 && <span className="tabular">{item.quantity} × </span>}
              {item.name}
            </p>
            <p className="text-ink-muted text-sm">
              {conditionLabels[item.condition]} · SKU {item.sku}
            </p>
            <ItemNotes item={item} />
          </div>
          <Orders item={item} />
          <ReportButton item={item} report={report} />
        </li>
      ))}
    </ul>
  );
}

const Unplaced = ({ isScanned }: Pick<PickItem, 'isScanned'>) => (
  <span className="font-normal text-ink-muted text-sm">{isScanned ? 'No bin' : 'Counted'}</span>
);

function ItemNotes({ item: { device, isChosen, isMissing, isScanned } }: { item: PickItem }) {
  return (
    <p className="mt-1 flex flex-wrap items-center gap-2 text-sm empty:hidden">
      {device && <span className="tabular font-medium">{device}</span>}
      {isChosen && <Badge tone="warn">Chosen by the buyer</Badge>}
      {isMissing && <Badge tone="bad">Not on the shelf</Badge>}
      {isScanned && device === null && <Badge tone="bad">No device left to take</Badge>}
    </p>
  );
}

function Orders({ item: { orders, quantity } }: { item: PickItem }) {
  return (
    <ul className="grid gap-1 text-sm" aria-label="Orders">
      {orders.map((order) => (
        <li key={order.id} className="flex items-center gap-2">
          <Link to={`/admin/pack?order=${order.orderNumber}`} className="tabular text-link">
            {order.orderNumber}
          </Link>
          {quantity > 1 && orders.length > 1 && <span className="tabular">× {order.quantity}</span>}
          {order.isExpress && <Badge tone="warn">Express</Badge>}
        </li>
      ))}
    </ul>
  );
}

type ReportButtonProps = { item: PickItem; report: ReturnType<typeof useReportMissing> };

function ReportButton({ item, report }: ReportButtonProps) {
  if (item.isMissing || (item.isScanned && item.device === null)) return null;
  return (
    <Button
      size="sm"
      variant="outline"
      className="print:hidden"
      loading={report.pending === item}
      onClick={() => report.send(item)}
      aria-label={`${item.device ?? item.name} is not on the shelf`}
    >
      Not on the shelf
    </Button>
  );
}
