import type { CardProduct } from '@reprise/contract/catalog/product';
import { Plus } from 'lucide-react';
import { classNames } from '../../../ui/class-names.ts';
import { useCart } from '../../cart/cart-store.ts';

/** Adds one item from a list. Positioned above the link that covers the card. */
export function AddToCartButton({ product, className }: { product: CardProduct; className?: string }) {
  const add = useCart((state) => state.add);
  if (product.stockCount <= 0) return null;
  return (
    <button
      type="button"
      aria-label={`Add to Cart: ${product.name}`}
      onClick={() => add(product)}
      className={classNames(
        'z-1 inline-flex h-9 shrink-0 items-center gap-1.5 rounded-control bg-ink px-3 font-semibold text-paper text-sm transition-[opacity,background-color] hover:bg-ink/85',
        'pointer-coarse:size-11 pointer-coarse:justify-center pointer-coarse:rounded-full pointer-coarse:px-0 noscript:hidden',
        className,
      )}
    >
      <Plus className="size-4 pointer-coarse:size-5" aria-hidden="true" />
      <span className="pointer-coarse:sr-only">Add to Cart</span>
    </button>
  );
}
