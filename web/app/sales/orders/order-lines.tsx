import { conditionLabels } from '@reprise/contract/catalog/products/conditions';
import { formatMoney } from '@reprise/contract/money';
import type { Order } from '@reprise/contract/sales/orders/order';
import { Link } from 'react-router';
import { writeReviewHref } from '../../catalog/reviews/review-params.ts';
import { useReviewedProducts } from '../../catalog/reviews/use-reviewed-products.ts';
import { withWholeMeasures } from '../../ui/whole-measures.ts';
import { ProductThumb } from '../cart/product-thumb.tsx';
import { LineDevices } from './line-devices.tsx';

type OrderLinesProps = {
  items: Order['items'];
  /** True to offer a review for each product, after delivery. */
  reviewable?: boolean;
};

/** Items of an order with their names and prices at that time. */
export function OrderLines({ items, reviewable = false }: OrderLinesProps) {
  const reviewed = useReviewedProducts(reviewable ? items : []);
  return (
    <ul className="divide-y divide-line">
      {items.map(({ product, quantity, lineTotal, ...sent }) => (
        <li key={product.id} className="flex items-center gap-4 py-3 first:pt-0 last:pb-0">
          <ProductThumb image={product.images[0] ?? null} size="sm" />
          <span className="min-w-0 flex-1">
            <Link to={`/product/${product.slug}`} className="block font-medium leading-snug hover:underline">
              {withWholeMeasures(product.name)}
            </Link>
            <span className="tabular flex flex-wrap gap-x-3 text-ink-muted text-sm">
              <span>{conditionLabels[product.condition]}</span>
              <span className="whitespace-nowrap">
                {quantity} × {formatMoney(product.price)}
              </span>
            </span>
            <LineDevices {...sent} />
            {reviewable && (
              <Link
                to={writeReviewHref(product.slug)}
                aria-label={`${reviewed.includes(product.id) ? 'Edit your' : 'Write a'} review of ${product.name}`}
                className="inline-flex items-center text-link text-sm pointer-coarse:min-h-11"
              >
                {reviewed.includes(product.id) ? 'Edit your review' : 'Write a review'}
              </Link>
            )}
          </span>
          <span className="tabular font-medium">{formatMoney(lineTotal)}</span>
        </li>
      ))}
    </ul>
  );
}
