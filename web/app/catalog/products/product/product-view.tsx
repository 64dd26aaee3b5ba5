import { conditionText } from '@reprise/contract/catalog/products/condition-text';
import type { Product } from '@reprise/contract/catalog/products/product';
import { specLine } from '@reprise/contract/catalog/products/spec-line';
import { type RefObject, Suspense } from 'react';
import { Link } from 'react-router';
import type { ReturnLine } from '../../../foundations/page-texts/return-words.ts';
import { Badge } from '../../../ui/badge.tsx';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { Rating } from '../../../ui/rating.tsx';
import { withWholeMeasures } from '../../../ui/whole-measures.ts';
import { reviewsHref } from '../../reviews/review-params.ts';
import type { Deliveries } from '../deliveries.ts';
import { BuyBox, type UnitSelection } from './buy-box.tsx';
import { choicesAnchor } from './choices-anchor.ts';
import { devicesAnchor } from './devices-anchor.ts';
import type { FamilyChoices } from './family/family-choices.ts';
import type { LadderOffer } from './ladder-offers.ts';
import { ProductGallery } from './product-gallery.tsx';

// Rendered by the server as links; their scripts are loaded after those of the buttons.
const ConditionLadder = lazyPart(() => import('./condition-ladder.tsx'));
const OptionSwitchers = lazyPart(() => import('./family/option-switchers.tsx'));

export type ProductViewProps = {
  product: Product;
  ladder: LadderOffer[];
  /** Image that the gallery opens at, instead of the first. */
  openAt?: string | null | undefined;
  deliveries: Deliveries | null;
  /** Last day of the running sale: "Dec 24". */
  saleEnds?: string | null | undefined;
  /** Ref of the buttons; StickyBuyBar appears when they are out of view. */
  buttons?: RefObject<HTMLDivElement | null> | undefined;
  choice?: UnitSelection | undefined;
  returns: ReturnLine;
  /** Other configurations of the family. */
  family?: FamilyChoices | undefined;
};

/**
 * Images on the left, buy box on the right. The admin previews products with it before saving.
 * Keys reset image and quantity for another product; switchers and ladder stay mounted, since a link that is
 * replaced while a person presses it loses focus and click.
 */
export function ProductView({
  product,
  ladder,
  openAt,
  deliveries,
  saleEnds,
  buttons,
  choice,
  family,
  returns,
}: ProductViewProps) {
  return (
    <div className="grid items-start gap-x-14 gap-y-8 md:grid-cols-2 lg:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)]">
      <div className="mx-auto w-full max-w-md md:sticky md:top-24 md:max-w-none">
        <ProductGallery
          key={product.id}
          name={product.name}
          images={product.images}
          alts={product.imageAlts}
          openAt={openAt}
        />
      </div>
      <div className="grid min-w-0 gap-6">
        <div>
          <Heading product={product} />
          {family?.carrier && (
            <p className="mt-2 text-sm">
              <strong className="font-semibold">Locked to {family.carrier}</strong>
              <span className="text-ink-muted">, works with this carrier only</span>
            </p>
          )}
          {choice && choice.devices.length > 1 && (
            <a
              href={`#${devicesAnchor}`}
              onClick={() => document.getElementById(devicesAnchor)?.setAttribute('open', '')}
              className="mt-2 inline-flex min-h-8 items-center text-link text-sm noscript:hidden pointer-coarse:min-h-11"
            >
              Choose your exact device from {choice.devices.length}
            </a>
          )}
        </div>
        <div id={choicesAnchor} className="grid gap-6 lg:scroll-mt-24">
          <Suspense>
            {family && <OptionSwitchers switchers={family.switchers} />}
            <ConditionLadder product={product} ladder={ladder} elsewhere={family?.elsewhere ?? []} />
          </Suspense>
        </div>
        <BuyBox
          key={product.id}
          product={product}
          deliveries={deliveries}
          saleEnds={saleEnds}
          buttons={buttons}
          choice={choice}
          returns={returns}
        />
      </div>
    </div>
  );
}

/** Returns brand and options, without those that the name says already. */
function subtitleOf({ name, brand, specifications }: Product): string {
  const options = specLine(specifications).split(' · ');
  return [brand, ...options].filter((part) => part !== '' && !name.includes(part)).join(' · ');
}

function Heading({ product }: { product: Product }) {
  return (
    <div>
      <p className="flex flex-wrap gap-2">
        <Badge tone={product.condition === 'refurbished' ? 'primary' : 'neutral'}>
          {conditionText(product.condition, product.origin)}
        </Badge>
        {product.featured && <Badge>Featured</Badge>}
        {!product.inStock && <Badge tone="bad">Out of stock</Badge>}
      </p>
      <h1 className="mt-3 text-2xl">{withWholeMeasures(product.name)}</h1>
      <p className="mt-1 text-ink-muted">{subtitleOf(product)}</p>
      {product.reviewCount > 0 && (
        <p className="mt-2">
          <Link
            to={reviewsHref(product.slug)}
            className="inline-flex items-center rounded-control hover:underline pointer-coarse:min-h-11"
          >
            <Rating value={product.rating} count={product.reviewCount} />
          </Link>
        </p>
      )}
    </div>
  );
}
