import type { CardProduct } from '@reprise/contract/catalog/products/product';
import { useEffect, useState } from 'react';
import { api } from '../../../api/browser-api.ts';
import { Button } from '../../../ui/button.tsx';
import { ProductCard } from '../product-card.tsx';
import { forgetProducts } from './recent-products.ts';

const maxShown = 12;

/**
 * Row of products that scrolls horizontally. Leaves out unavailable products; renders nothing when the
 * request fails.
 */
export default function RecentRow({ ids, onForget }: { ids: string[]; onForget: () => void }) {
  const [products, setProducts] = useState<CardProduct[]>([]);
  useEffect(() => {
    let current = true;
    const load = async () => {
      const { products: cards } = await api.listProductCards({ query: { id: ids } });
      const byId = new Map(cards.map((product) => [product.id, product]));
      if (current) setProducts(ids.flatMap((id) => byId.get(id) ?? []).slice(0, maxShown));
    };
    load().catch((error: unknown) => console.warn(error));
    return () => {
      current = false;
    };
  }, [ids]);
  if (products.length === 0) return null;
  const forget = () => {
    forgetProducts();
    onForget();
  };
  return (
    <section className="mt-20">
      <div className="mb-6 flex items-center justify-between gap-4">
        <h2 className="text-xl">Recently viewed</h2>
        <Button size="sm" variant="ghost" onClick={forget}>
          Clear
        </Button>
      </div>
      <ul
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
        aria-label="Recently viewed products"
        className="-mx-4 flex snap-x scroll-px-4 gap-4 overflow-x-auto px-4 pb-4 sm:gap-6"
      >
        {products.map((product) => (
          <li key={product.id} className="w-40 shrink-0 snap-start sm:w-52">
            <ProductCard product={product} />
          </li>
        ))}
      </ul>
    </section>
  );
}
