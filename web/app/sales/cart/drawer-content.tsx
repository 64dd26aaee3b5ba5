import { lazy, Suspense, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { buttonClass } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useCartDrawer } from './cart-store.ts';

// Loaded when the drawer first opens, to reduce the size of the first load.
const CartPanel = lazy(async () => ({ default: (await import('./cart-panel.tsx')).CartPanel }));
const CartSummary = lazy(async () => ({ default: (await import('./cart-summary.tsx')).CartSummary }));

/** Shows the cart in the drawer. */
export function DrawerContent() {
  const open = useCartDrawer((state) => state.open);
  if (!useOpenedOnce(open)) return null;
  return (
    <Suspense fallback={<Skeleton className="h-25" />}>
      <CartPanel inView={open} />
    </Suspense>
  );
}

export function DrawerFooter() {
  const open = useCartDrawer((state) => state.open);
  if (!useOpenedOnce(open)) return null;
  return (
    <Suspense>
      <CartSummary>
        <Link to="/cart" className={buttonClass({ variant: 'ghost', wide: true })}>
          View cart
        </Link>
      </CartSummary>
    </Suspense>
  );
}

/** True once the drawer has been open, so that its content remains while it slides out. */
function useOpenedOnce(open: boolean): boolean {
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    if (open) setOpened(true);
  }, [open]);
  return opened;
}
