import type { StockMovement, StockReason } from '@reprise/contract/catalog/products/stock-movement';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { adminMeta } from '../../../admin-ui/admin-meta.ts';
import { DataList, type ListColumn } from '../../../admin-ui/list/data-list.tsx';
import { useAdminList } from '../../../admin-ui/list/use-admin-list.ts';
import { ScreenHeader } from '../../../admin-ui/screen-header.tsx';
import { Time } from '../../../admin-ui/time.tsx';
import { useDialogParam } from '../../../admin-ui/use-dialog-param.ts';
import { api } from '../../../api/browser-api.ts';
import { formatDateTime } from '../../../formats.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ArrowLeft, ScrollText } from '../../../ui/icons/lucide.tsx';
import type { Route } from './+types/stock-ledger-page';
import { ProductCostCard } from './product-cost.tsx';
import { ProductTrackingCard } from './product-tracking.tsx';
import { StockDialog } from './stock-dialog.tsx';

export const meta = () => adminMeta('Stock ledger');

const reasonLabels: Record<StockReason, string> = {
  initial: 'Initial stock',
  adjustment: 'Correction',
  order: 'Order',
  cancellation: 'Cancelled order',
  return: 'Return',
  listing: 'Devices on sale',
  delisting: 'Devices off sale',
  replacement: 'Replacement',
  shortage: 'Short order',
};

const columns: ListColumn<StockMovement>[] = [
  {
    id: 'when',
    label: 'When',
    cell: ({ createdAt }) => <Time value={createdAt} />,
  },
  { id: 'reason', label: 'Reason', cell: ({ reason }) => reasonLabels[reason] },
  {
    id: 'change',
    label: 'Change',
    number: true,
    cell: ({ change }) => (
      <span className={classNames('font-semibold', change < 0 ? 'text-bad-text' : 'text-good-text')}>
        {change > 0 ? `+${change}` : `−${-change}`}
      </span>
    ),
  },
  { id: 'balance', label: 'In stock after', number: true, phone: 'labelled', cell: ({ balance }) => balance },
  {
    id: 'order',
    label: 'Order',
    cell: ({ orderNumber }) =>
      orderNumber && (
        <Link className="text-link" to={`/admin/orders?order=${orderNumber}`}>
          {orderNumber}
        </Link>
      ),
  },
  {
    id: 'note',
    label: 'Note',
    cell: ({ note }) => note && <span className="line-clamp-2 max-w-96 whitespace-normal">{note}</span>,
  },
  { id: 'by', label: 'By', cell: ({ actor }) => actor },
];

/** Stock movements, newest first, with the stock after each. */
export default function StockLedgerPage({ params }: Route.ComponentProps) {
  const { id } = params;
  const correct = useDialogParam('stock-of');
  const product = useQuery({
    queryKey: ['product', id],
    queryFn: () => api.getAdminProduct({ params: { id } }),
    select: (answer) => answer.product,
  });
  const list = useAdminList({
    queryKey: ['stock-movements', id],
    load: (query, options) => api.listStockMovements({ params: { id }, query }, options),
    rowsOf: ({ movements }) => movements,
  });
  return (
    <>
      <Link to="/admin/products" className="text-link mb-2 inline-flex items-center gap-1.5 text-sm">
        <ArrowLeft className="size-4" aria-hidden="true" />
        Products
      </Link>
      <ScreenHeader title="Stock ledger">
        <Button onClick={() => correct.open(id)}>Correct stock</Button>
      </ScreenHeader>
      <p className="-mt-3 mb-4 min-h-6 text-sm">
        {product.data && (
          <>
            <span className="font-semibold">{product.data.name}</span>{' '}
            <span className="text-ink-muted">
              {product.data.sku} · {product.data.stockCount} in stock
            </span>
          </>
        )}
      </p>
      <ProductTrackingCard productId={id} />
      <ProductCostCard productId={id} />
      <DataList
        name="stock-ledger"
        caption="Stock movements"
        columns={columns}
        list={list}
        nameOf={({ createdAt }) => formatDateTime(createdAt)}
        empty={
          <EmptyState Icon={ScrollText} title="No stock movements yet">
            The first delivery, order or correction appears here.
          </EmptyState>
        }
      />
      {correct.value && <StockDialog productId={correct.value} onClose={correct.close} />}
    </>
  );
}
