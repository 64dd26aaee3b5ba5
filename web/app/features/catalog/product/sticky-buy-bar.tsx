import type { Product } from '@reprise/contract/catalog/product';
import { type RefObject, useEffect, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Price } from '../../../ui/price.tsx';
import { useCart } from '../../cart/cart-store.ts';
import { toCardProduct } from '../card-product.ts';

/** Bar with price and button on phones while the page's own buttons are out of view. */
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
        'sticky bottom-0 z-10 flex items-center justify-between gap-4 border-line border-t bg-raised px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:hidden noscript:hidden',
        !isVisible && 'invisible',
      )}
    >
      <Price of={product} />
      <Button className="shrink-0" onClick={() => add(toCardProduct(product), 1, unit)}>
        {unit ? 'Add this device' : 'Add to Cart'}
      </Button>
    </div>
  );
}
