import type { CardProduct } from '@reprise/contract/catalog/product';
import { Link } from 'react-router';
import { classNames } from '../../../ui/class-names.ts';
import { SpriteIcon } from '../../../ui/icons/icon-sprite.tsx';
import { useCart } from '../../cart/cart-store.ts';
import { choicesAnchor } from './choices-anchor.ts';

/**
 * Adds one item from a list; of a model with several offers, leads to their choice instead. Positioned above the link that
 * covers the card.
 */
export function AddToCartButton({ product, className }: { product: CardProduct; className?: string }) {
  const add = useCart((state) => state.add);
  const { family } = product;
  if (product.stockCount <= 0) return null;
  if (family && family.offers > 1) {
    return (
      <Link
        to={`/product/${product.slug}#${choicesAnchor}`}
        aria-label={`Choose: ${family.name}`}
        className={classNames('card-add', className)}
      >
        <SpriteIcon name="choose" className="hidden stroke-2 pointer-coarse:block pointer-coarse:size-5" />
        <span className="pointer-coarse:sr-only">Choose</span>
      </Link>
    );
  }
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
