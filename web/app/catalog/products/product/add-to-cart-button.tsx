import type { CardProduct } from '@reprise/contract/catalog/products/product';
import { Link } from 'react-router';
import { useCart } from '../../../sales/cart/cart-store.ts';
import { classNames } from '../../../ui/class-names.ts';
import { SpriteIcon } from '../../../ui/icons/icon-sprite.tsx';
import { choicesAnchor } from './choices-anchor.ts';

/**
 * Adds one item from a list; of a model with several offers, leads to their choice instead. Positioned above the link that
 * covers the card. On touch screens a plus stands for the words, unless `inWords`.
 */
export function AddToCartButton({
  product,
  className,
  inWords = false,
}: {
  product: CardProduct;
  className?: string;
  inWords?: boolean;
}) {
  const add = useCart((state) => state.add);
  const { family, slug, name } = product;
  if (product.stockCount <= 0) return null;
  const isChoice = hasSeveralOffers(product);
  const label = isChoice ? 'Choose' : 'Add to Cart';
  const isPlus = !isChoice && !inWords;
  const props = {
    'aria-label': `${label}: ${isChoice ? family?.name : name}`,
    className: classNames(
      'card-add',
      isPlus && 'card-plus',
      isChoice && 'card-choose',
      className,
      !isChoice && 'noscript:hidden',
    ),
    children: (
      <>
        <SpriteIcon
          name="plus"
          className={classNames(
            'size-4 stroke-2',
            isPlus ? 'pointer-coarse:size-5' : 'pointer-coarse:hidden',
          )}
        />
        <span className={classNames(isPlus && 'pointer-coarse:sr-only')}>{label}</span>
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
