import { conditionLabels } from '@reprise/contract/catalog/products/conditions';
import type { Product } from '@reprise/contract/catalog/products/product';
import { specLine } from '@reprise/contract/catalog/products/spec-line';
import { type RefObject, useEffect, useState } from 'react';
import { useCart } from '../../../sales/cart/cart-store.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Price } from '../../../ui/price.tsx';
import { toCardProduct } from '../card-product.ts';

/** Bar with what is bought, price and button while the page's own buttons are out of view. */
export default function StickyBuyBar({
  product,
  unit,
  buttons,
}: {
  product: Product;
  /** Number of the chosen device; undefined for any. */
  unit: string | undefined;
  buttons: RefObject<HTMLDivElement | null>;
}) {
  const add = useCart((state) => state.add);
  const [isVisible, setIsVisible] = useState(false);
  useEffect(() => {
    const target = buttons.current;
    if (!target) return;
    const observer = new IntersectionObserver(([entry]) => setIsVisible(entry?.isIntersecting === false));
    observer.observe(target);
    return () => observer.disconnect();
  }, [buttons]);
  if (!product.inStock) return null;
  return (
    <div
      inert={!isVisible}
      className={classNames(
        'sticky bottom-0 z-10 border-line border-t bg-raised pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] noscript:hidden',
        !isVisible && 'invisible',
      )}
    >
      <div className="page-width flex items-center justify-between gap-4">
        <div className="min-w-0 md:flex md:flex-1 md:items-center md:justify-between md:gap-6">
          <p className="text-sm">
            <span className="hidden font-semibold md:block">{product.name}</span>
            <span className="block text-ink-muted">{choiceOf(product)}</span>
          </p>
          <Price of={product} />
        </div>
        <Button className="shrink-0" onClick={() => add(toCardProduct(product), 1, unit)}>
          {unit ? 'Add this device' : 'Add to Cart'}
        </Button>
      </div>
    </div>
  );
}

/** Returns what was chosen: "Fair · 128 GB · Midnight". */
const choiceOf = ({ condition, specifications }: Product) =>
  [conditionLabels[condition], specLine(specifications)].filter(Boolean).join(' · ');
