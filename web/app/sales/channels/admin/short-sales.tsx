import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api } from '../../../api/browser-api.ts';
import { formatDateTime } from '../../../formats.ts';
import { Card } from '../../../ui/card.tsx';

const shown = 20;

/** Units that channels sold and the shop does not have; renders nothing without any. */
export function ShortSales() {
  const { data } = useQuery({
    queryKey: ['short-sales'],
    queryFn: ({ signal }) => api.listShortSales({ query: { limit: shown } }, { signal }),
  });
  if (!data || data.shortSales.length === 0) return null;
  const more = data.pagination.total - data.shortSales.length;
  return (
    <Card title="Sold and not there" className="mb-6">
      <p className="mb-3 text-ink-muted text-sm">
        Channels sold these units beyond the stock. Find them, or refund the buyer; until then the orders
        cannot ship.
      </p>
      <ul className="divide-y divide-line border-line border-y text-sm">
        {data.shortSales.map(({ orderId, orderNumber, channel, product, short, placedAt }) => (
          <li key={`${orderId} ${product.id}`} className="flex flex-wrap items-baseline gap-x-3 py-2">
            <Link to={`/admin/orders/${orderNumber}`} className="tabular text-link">
              {orderNumber}
            </Link>
            <span className="min-w-0 flex-1 basis-60">
              {short} × {product.name}
            </span>
            <span className="text-ink-muted">
              {channel}, <time dateTime={placedAt}>{formatDateTime(placedAt)}</time>
            </span>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="mt-2 text-ink-muted text-sm">{more} more</p>}
    </Card>
  );
}
