import type { CardProduct } from '@reprise/contract/catalog/products/product';
import { Link } from 'react-router';
import { useCart } from '../../../sales/cart/cart-store.ts';
import { classNames } from '../../../ui/class-names.ts';
import { SpriteIcon } from '../../../ui/icons/icon-sprite.tsx';
import { choicesAnchor } from './choices-anchor.ts';

/**
 * Adds one item from a list; of a model with several offers, leads to their choice instead. Positioned above the link that
 * covers the card.
 */
export function AddToCartButton({ product, className }: { product: CardProduct; className?: string }) {
  const add = useCart((state) => state.add);
  const { family, slug, name } = product;
  if (product.stockCount <= 0) return null;
  const isChoice = hasSeveralOffers(product);
  const label = isChoice ? 'Choose' : 'Add to Cart';
  const props = {
    'aria-label': `${label}: ${isChoice ? family?.name : name}`,
    className: classNames('card-add', className, !isChoice && 'noscript:hidden'),
    children: (
      <>
        <SpriteIcon name="plus" className="size-4 stroke-2 pointer-coarse:size-5" />
        <span className="pointer-coarse:sr-only">{label}</span>
      </>
    ),
  };
  return isChoice ? (
    <Link to={`/product/${slug}#${choicesAnchor}`} {...props} />
  ) : (
    <button type="button" onClick={() => add(product)} {...props} />
  );
}

/** True for a card of several offers of a model. */
export const hasSeveralOffers = ({ family }: CardProduct) => family !== undefined && family.offers > 1;
