import { Suspense, useLayoutEffect } from 'react';
import { useLocation } from 'react-router';
import { lazyOptional } from '../../ui/lazy-optional.ts';
import { compareStorageName, useCompare } from './compare-store.ts';

const CompareBar = lazyOptional(() => import('./compare-bar.tsx'));

/**
 * Reads the stored selection after hydration, applies the changes of other tabs, and loads the bar once there
 * are products to compare.
 */
export function CompareSync() {
  // Runs before any other effect: one that changed the store first would overwrite the stored selection.
  useLayoutEffect(() => {
    const readStored = () => void useCompare.persist.rehydrate();
    const follow = ({ key }: StorageEvent) => {
      if (key === null || key === compareStorageName) readStored();
    };
    readStored();
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, []);

  const canCompare = useCompare((state) => state.chosen.length > 1);
  const { pathname } = useLocation();
  if (!canCompare || !isShopping(pathname)) return null;
  return (
    <Suspense>
      <CompareBar onProduct={pathname.startsWith('/product/')} />
    </Suspense>
  );
}

/** True on pages that list or show products. */
function isShopping(pathname: string): boolean {
  return ['/products', '/search', '/deals', '/wishlist', '/product'].some(
    (path) => pathname === path || pathname.startsWith(`${path}/`),
  );
}
