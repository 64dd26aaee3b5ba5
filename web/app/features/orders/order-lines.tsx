import { formatMoney } from '@reprise/contract/money';
import type { Order } from '@reprise/contract/orders';
import { Link } from 'react-router';
import { ProductThumb } from '../cart/product-thumb.tsx';

/** What was ordered, as it was then. */
export function OrderLines({ items }: { items: Order['items'] }) {
  return (
    <ul className="divide-y divide-line">
      {items.map(({ product, quantity, lineTotal }) => (
        <li key={product.id} className="flex items-center gap-4 py-3 first:pt-0 last:pb-0">
          <ProductThumb image={product.images[0] ?? null} size="sm" />
          <span className="min-w-0 flex-1">
            <Link to={`/product/${product.slug}`} className="font-medium hover:underline">
              {product.name}
            </Link>
            <span className="tabular block text-ink-muted text-sm">
              {quantity} × {formatMoney(product.price)}
            </span>
          </span>
          <span className="tabular font-medium">{formatMoney(lineTotal)}</span>
        </li>
      ))}
    </ul>
  );
}
