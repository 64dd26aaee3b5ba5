import { conditionText } from '@reprise/contract/catalog/products/condition-text';
import { conditionLabels } from '@reprise/contract/catalog/products/conditions';
import type { CardProduct } from '@reprise/contract/catalog/products/product';
import { stockLevel } from '@reprise/contract/catalog/products/stock';
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
import { SearchTerms } from './listing/search-terms.ts';
import { AddToCartButton, hasSeveralOffers } from './product/add-to-cart-button.tsx';
import { ProductImage } from './product-image.tsx';

type ProductCardProps = { product: CardProduct; eager?: boolean };

/** Product in a grid. The whole card is a link, except the button. */
export function ProductCard({ product, eager }: ProductCardProps) {
  return (
    <article className="group card-rows relative grid-cols-[minmax(0,1fr)_auto]">
      <div className="col-span-2 min-w-0">
        <div className="overflow-hidden rounded-tile bg-sunken">
          <ProductImage src={product.image} alt="" {...(eager && { eager })} className="card-image" />
        </div>
        <h3 className="card-name">
          <ProductLink product={product} className="line-clamp-3" />
        </h3>
        <p className="min-h-5 truncate text-ink-muted text-sm">{product.specLine}</p>
        {product.reviewCount > 0 && (
          <p className="mt-1.5">
            <Rating value={product.rating} count={product.reviewCount} />
          </p>
        )}
      </div>
      <div className="col-span-full row-start-2">
        <p className="mt-2">
          <Conditions product={product} />
        </p>
        <p className="card-price">
          <Price of={product} from={hasSeveralOffers(product)} />
        </p>
      </div>
      <CardNote product={product} />
      <div className="card-buttons">
        <WishlistButton product={product} className="card-wish" />
        <AddToCartButton product={product} />
      </div>
    </article>
  );
}

/** Product in a list view, with the same data as a card. */
export function ProductRow({ product, eager }: ProductCardProps) {
  return (
    <article className="group list-row">
      <div className="self-start overflow-hidden rounded-tile bg-sunken">
        <ProductImage src={product.image} alt="" sizes="7.5rem" {...(eager && { eager })} />
      </div>
      <div className="min-w-0 self-center">
        <h3 className="font-semibold text-base tracking-normal sm:text-lg">
          <ProductLink product={product} className="block min-h-6" />
        </h3>
        <p className="text-ink-muted text-sm">{product.specLine}</p>
        <p className="list-row-facts">
          <Conditions product={product} />
          {product.reviewCount > 0 && <Rating value={product.rating} count={product.reviewCount} />}
        </p>
        <div className="mt-1.5 -ml-2 flex">
          <CompareBox product={product} />
        </div>
      </div>
      <div className="list-row-end">
        <div className="sm:text-right [&_p]:sm:justify-end">
          <Price of={product} from={hasSeveralOffers(product)} />
          <CardNote product={product} />
        </div>
        <div className="ml-auto flex items-center gap-2">
          <WishlistButton product={product} className={classNames(iconButtonClass('md'), 'z-1')} />
          <AddToCartButton product={product} />
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
      className={`card-link ${className}`}
    >
      <MarkedText text={product.family?.name ?? product.name} query={query} words={words} />
    </Link>
  );
}

function Conditions({ product }: { product: CardProduct }) {
  const { condition, origin, family } = product;
  if (family && family.conditions.length > 1) {
    return (
      <span className="flex flex-wrap items-center gap-x-2 text-sm leading-6">
        {family.conditions.length > 2
          ? `${family.conditions.length} conditions`
          : family.conditions.map((value) => conditionLabels[value]).join(' · ')}
        <ColorDots codes={family.colors} />
      </span>
    );
  }
  return (
    <Badge tone={condition === 'refurbished' ? 'primary' : 'neutral'}>
      {conditionText(condition, origin)}
    </Badge>
  );
}

const maxDots = 5;

/** Colors to choose from; a single one is in the image. */
function ColorDots({ codes }: { codes: string[] }) {
  if (codes.length < 2) return null;
  return (
    <span className="card-dots">
      <span className="sr-only">{`, ${codes.length} colors`}</span>
      {codes.slice(0, maxDots).map((code) => (
        <span key={code} style={{ backgroundColor: code }} />
      ))}
    </span>
  );
}

/** Shows the stock label when low or out, and the lowest price of the model; of a family only that all is sold out. */
function CardNote({ product }: { product: CardProduct }) {
  const { stockCount, fromPrice, family } = product;
  const word = stockLevel(stockCount);
  return (
    <p className="card-note">
      {word === 'out' && <StatusDot>Out of stock</StatusDot>}
      {word === 'low' && !hasSeveralOffers(product) && (
        <StatusDot tone="warn">{`Only ${stockCount} left`}</StatusDot>
      )}
      {fromPrice !== null && !family && (
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
