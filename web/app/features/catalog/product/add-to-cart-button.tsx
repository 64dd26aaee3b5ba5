import type { CardProduct } from '@reprise/contract/catalog/product';
import { classNames } from '../../../ui/class-names.ts';
import { SpriteIcon } from '../../../ui/icons/icon-sprite.tsx';
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
      className={classNames('card-add noscript:hidden', className)}
    >
      <SpriteIcon name="plus" className="size-4 stroke-2 pointer-coarse:size-5" />
      <span className="pointer-coarse:sr-only">Add to Cart</span>
    </button>
  );
}
