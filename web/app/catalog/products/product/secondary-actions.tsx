import type { Product } from '@reprise/contract/catalog/products/product';
import { BadgeDollarSign } from '../../../ui/icons/lucide.tsx';
import { AlertButton } from '../../alerts/alert-button.tsx';
import { CompareButton } from '../../compare/compare-controls.tsx';
import { WishlistButton } from '../../wishlist/wishlist-button.tsx';

const quietButton =
  'inline-flex min-h-9 items-center gap-2 rounded-control px-2.5 font-medium text-ink-muted text-sm transition-colors hover:bg-sunken hover:text-ink pointer-coarse:min-h-11';

/** Wish list, comparison and alert buttons. */
export function SecondaryActions({ product }: { product: Product }) {
  return (
    <div className="-mx-2.5 -mt-2 flex flex-wrap gap-x-1 noscript:hidden">
      <WishlistButton product={product} labelled className={quietButton} />
      <AlertButton
        product={product}
        kind="price-drop"
        className={quietButton}
        icon={<BadgeDollarSign className="size-4.5" strokeWidth={1.75} aria-hidden="true" />}
      >
        Notify me when the price drops
      </AlertButton>
      <CompareButton product={product} className={quietButton} />
    </div>
  );
}
