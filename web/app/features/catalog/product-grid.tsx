import { classNames } from '../../ui/class-names.ts';
import type { CardProduct } from './card-product.ts';
import type { View } from './list-address.ts';
import { ProductCard, ProductCardSkeleton, ProductRow } from './product-card.tsx';

type ProductGridProps = {
  products: CardProduct[];
  view?: View;
  /** Beside a column of filters there is room for one card less. */
  narrow?: boolean;
  /** How many cards are in sight before anyone scrolls. */
  eager?: number;
};

export function ProductGrid({ products, view = 'grid', narrow = false, eager = 0 }: ProductGridProps) {
  const Item = view === 'grid' ? ProductCard : ProductRow;
  return (
    <ul className={view === 'grid' ? gridClass(narrow) : '-mt-5 divide-y divide-line'}>
      {products.map((product, at) => (
        <li key={product.id}>
          <Item product={product} eager={at < eager} />
        </li>
      ))}
    </ul>
  );
}

export function ProductGridSkeleton({ count, narrow = false }: { count: number; narrow?: boolean }) {
  return (
    <div className={gridClass(narrow)} aria-hidden="true">
      {Array.from({ length: count }, (_, at) => `skeleton-${at}`).map((key) => (
        <ProductCardSkeleton key={key} />
      ))}
    </div>
  );
}

function gridClass(narrow: boolean): string {
  return classNames(
    'grid grid-cols-2 gap-x-4 gap-y-9 sm:gap-x-6 md:grid-cols-3 md:gap-y-12',
    narrow ? 'lg:grid-cols-2 xl:grid-cols-3' : 'lg:grid-cols-4',
  );
}
