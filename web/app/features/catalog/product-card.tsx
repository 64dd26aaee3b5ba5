import type { CardProduct } from '@reprise/contract/catalog/product';
import { stockLevel } from '@reprise/contract/catalog/stock';
import { formatMoney } from '@reprise/contract/money';
import { useContext } from 'react';
import { Link } from 'react-router';
import { Badge } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { iconButtonClass } from '../../ui/icon-button.tsx';
import { MarkedText } from '../../ui/marked-text.tsx';
import { Price } from '../../ui/price.tsx';
import { Rating } from '../../ui/rating.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import { CompareBox } from '../compare/compare-controls.tsx';
import { WishlistButton } from '../wishlist/wishlist-button.tsx';
import { conditionText } from './condition-text.ts';
import { SearchTerms } from './listing/search-terms.ts';
import { AddToCartButton } from './product/add-to-cart-button.tsx';
import { ProductImage } from './product-image.tsx';

type ProductCardProps = { product: CardProduct; eager?: boolean };

const onHover =
  'opacity-0 transition-opacity focus-visible:opacity-100 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100';

/**
 * Text, price and note of a card: rows that the cards of a grid share, so that badges and prices are level
 * beside names of any length.
 */
export const cardRows = 'row-span-3 grid grid-rows-subgrid gap-y-0';

/** Product in a grid. The whole card is a link, except the button. */
export function ProductCard({ product, eager }: ProductCardProps) {
  return (
    <article className={classNames('group relative grid-cols-[minmax(0,1fr)_auto]', cardRows)}>
      <div className="col-span-2 min-w-0">
        <div className="overflow-hidden rounded-tile bg-sunken">
          <ProductImage
            src={product.image}
            alt=""
            {...(eager && { eager })}
            className="transition-transform duration-200 group-hover:scale-[1.02]"
          />
        </div>
        <h3 className="mt-3.5 font-semibold text-base leading-snug tracking-normal max-sm:text-sm">
          <ProductLink product={product} className="line-clamp-3" />
        </h3>
        <p className="min-h-5 truncate text-ink-muted text-sm">{product.specLine}</p>
        {product.reviewCount > 0 && (
          <p className="mt-1.5">
            <Rating value={product.rating} count={product.reviewCount} />
          </p>
        )}
      </div>
      <div className="col-start-1">
        <p className="mt-2">
          <ConditionBadge product={product} />
        </p>
        <p className="mt-2.5">
          <Price price={product.price} original={product.originalPrice} />
        </p>
      </div>
      <CardNote product={product} />
      {/* Over the image while hovered; beside the text on touch screens, where they would cover the device. */}
      <div className="pointer-events-none absolute inset-x-0 top-0 aspect-4/5 *:pointer-events-auto pointer-coarse:static pointer-coarse:col-start-2 pointer-coarse:row-span-2 pointer-coarse:row-start-2 pointer-coarse:aspect-auto pointer-coarse:self-end">
        <WishlistButton
          product={product}
          className={classNames(
            'absolute top-2.5 right-2.5 z-1 grid size-9 place-items-center rounded-full bg-raised/85 text-ink pointer-coarse:static pointer-coarse:size-11 pointer-coarse:bg-transparent',
            onHover,
            'aria-pressed:opacity-100',
          )}
        />
        <AddToCartButton
          product={product}
          className={classNames(
            'absolute right-2.5 bottom-2.5 pointer-coarse:static pointer-coarse:mt-1',
            onHover,
          )}
        />
      </div>
    </article>
  );
}

/** Product in a list view, with the same data as a card. */
export function ProductRow({ product, eager }: ProductCardProps) {
  return (
    <article className="group relative grid grid-cols-[5.5rem_1fr] gap-x-4 py-5 sm:grid-cols-[7.5rem_1fr_auto] sm:gap-x-6">
      <div className="self-start overflow-hidden rounded-tile bg-sunken">
        <ProductImage src={product.image} alt="" sizes="7.5rem" {...(eager && { eager })} />
      </div>
      <div className="min-w-0 self-center">
        <h3 className="font-semibold text-base tracking-normal sm:text-lg">
          <ProductLink product={product} className="block min-h-6" />
        </h3>
        <p className="text-ink-muted text-sm">{product.specLine}</p>
        <p className="mt-2.5 flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <ConditionBadge product={product} />
          {product.reviewCount > 0 && <Rating value={product.rating} count={product.reviewCount} />}
        </p>
        <div className="mt-1.5 -ml-2 flex">
          <CompareBox product={product} />
        </div>
      </div>
      <div className="col-start-2 mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 sm:col-start-3 sm:mt-0 sm:w-52 sm:flex-col sm:flex-nowrap sm:items-end sm:justify-center">
        <div className="sm:text-right [&_p]:sm:justify-end">
          <Price price={product.price} original={product.originalPrice} />
          <CardNote product={product} />
        </div>
        <div className="ml-auto flex items-center gap-2">
          <WishlistButton product={product} className={classNames(iconButtonClass('md'), 'z-1')} />
          <AddToCartButton product={product} className="opacity-100" />
        </div>
      </div>
    </article>
  );
}

/** Name of the product: a link that covers the card, high enough for its own touch target. */
function ProductLink({ product, className }: { product: CardProduct; className: string }) {
  const { query, words } = useContext(SearchTerms);
  return (
    <Link
      to={`/product/${product.slug}`}
      // Prefetched on hover, so that the page is ready by the click.
      prefetch="intent"
      viewTransition
      title={product.name}
      className={classNames(
        'after:absolute after:inset-0 after:rounded-tile group-hover:underline group-hover:decoration-1 group-hover:underline-offset-4',
        className,
      )}
    >
      <MarkedText text={product.name} query={query} words={words} />
    </Link>
  );
}

function ConditionBadge({ product: { condition, origin } }: { product: CardProduct }) {
  return (
    <Badge tone={condition === 'refurbished' ? 'primary' : 'neutral'}>
      {conditionText(condition, origin)}
    </Badge>
  );
}

/** Shows the stock label when low or out, and the lowest price of the model. */
function CardNote({ product: { stockCount, fromPrice } }: { product: CardProduct }) {
  const word = stockLevel(stockCount);
  return (
    <p className="col-start-1 mt-1 flex min-h-5 flex-wrap gap-x-3 self-start text-ink-muted text-sm">
      {word === 'out' && <StatusDot>Out of stock</StatusDot>}
      {word === 'low' && <StatusDot tone="warn">{`Only ${stockCount} left`}</StatusDot>}
      {fromPrice !== null && (
        <span className="tabular">{`Other conditions from ${formatMoney(fromPrice)}`}</span>
      )}
    </p>
  );
}

/** Placeholder with the exact size of a card. */
export function ProductCardSkeleton() {
  return (
    <div className="flex flex-col">
      <Skeleton className="aspect-4/5 w-full rounded-tile" />
      <Skeleton className="mt-4 mb-1 h-4 w-4/5 max-sm:mb-5" />
      <Skeleton className="my-0.5 h-4 w-3/5" />
      <Skeleton className="mt-2 mb-0.5 h-4 w-28" />
      <Skeleton className="mt-2 h-6 w-24 rounded-full" />
      <Skeleton className="mt-4 mb-1 h-4.5 w-2/5" />
      <span className="mt-1 block min-h-5" />
    </div>
  );
}
