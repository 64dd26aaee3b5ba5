import type { CardProduct } from '@reprise/contract/catalog/products/product';
import { classNames } from '../../ui/class-names.ts';
import type { View } from './listing/list-params.ts';
import { ProductCard, ProductCardSkeleton, ProductRow } from './product-card.tsx';

/** Number of columns: `four` and `six` are one row on a desktop; `beside-filters` has one column less. */
export type Fit = 'page' | 'beside-filters' | 'four' | 'six';

type ProductGridProps = {
  products: CardProduct[];
  view?: View;
  fit?: Fit;
  /** Number of cards visible without scrolling. */
  eager?: number;
};

export function ProductGrid({ products, view = 'grid', fit = 'page', eager = 0 }: ProductGridProps) {
  const Item = view === 'grid' ? ProductCard : ProductRow;
  return (
    <ul className={view === 'grid' ? gridClass(fit) : '-mt-5 divide-y divide-line'}>
      {products.map((product, index) => (
        <li key={product.id} className={view === 'grid' ? 'card-rows' : undefined}>
          <Item product={product} eager={index < eager} />
        </li>
      ))}
    </ul>
  );
}

export function ProductGridSkeleton({ count, fit = 'page' }: { count: number; fit?: Fit }) {
  return (
    <div className={gridClass(fit)} aria-hidden="true">
      {Array.from({ length: count }, (_, index) => `skeleton-${index}`).map((key) => (
        <ProductCardSkeleton key={key} />
      ))}
    </div>
  );
}

const columns: Record<Fit, string> = {
  page: 'md:grid-cols-3 lg:grid-cols-4',
  'beside-filters': 'md:grid-cols-3 lg:grid-cols-2 xl:grid-cols-3',
  four: 'md:grid-cols-4 md:gap-x-4 lg:gap-x-6',
  six: 'md:grid-cols-3 xl:grid-cols-6 xl:gap-x-5',
};

function gridClass(fit: Fit): string {
  return classNames('grid grid-cols-2 gap-x-4 gap-y-9 sm:gap-x-6 md:gap-y-12', columns[fit]);
}
