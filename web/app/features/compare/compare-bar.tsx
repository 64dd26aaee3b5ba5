import { X } from 'lucide-react';
import { useLayoutEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { Button, buttonClass } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { compareHref, compareStorageName, useCompare } from './compare-store.ts';

/** At the foot of the page once two are chosen. Also reads the choice after hydration and follows other tabs. */
export function CompareBar() {
  // Before any other effect: one that changed the store first would overwrite what is stored.
  useLayoutEffect(() => {
    const readStored = () => void useCompare.persist.rehydrate();
    const follow = ({ key }: StorageEvent) => {
      if (key === null || key === compareStorageName) readStored();
    };
    readStored();
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, []);

  const chosen = useCompare((state) => state.chosen);
  const clear = useCompare((state) => state.clear);
  const { pathname } = useLocation();
  if (chosen.length < 2 || !isShopping(pathname)) return null;
  const onProduct = pathname.startsWith('/product/');
  return (
    <section
      aria-label="Comparison"
      className={classNames(
        'sticky bottom-0 z-10 border-line border-t bg-raised pb-[env(safe-area-inset-bottom)] noscript:hidden',
        // There, phones have the price and its button at their foot.
        onProduct && 'hidden md:block',
      )}
    >
      <div className="page-width flex items-center gap-3 py-3">
        <p className="min-w-0 flex-1 truncate text-ink-muted text-sm">
          <span className="hidden md:inline">{chosen.map(({ name }) => name).join(', ')}</span>
          <span className="md:hidden">{chosen.length} chosen</span>
        </p>
        <Link to={compareHref(chosen.map(({ id }) => id))} className={buttonClass({ size: 'sm' })}>
          Compare {chosen.length}
        </Link>
        <Button size="sm" variant="ghost" aria-label="Clear the comparison" onClick={clear}>
          <X className="size-4" aria-hidden="true" />
        </Button>
      </div>
    </section>
  );
}

/** Where devices are looked at. */
function isShopping(pathname: string): boolean {
  return ['/products', '/search', '/deals', '/wishlist', '/product'].some(
    (path) => pathname === path || pathname.startsWith(`${path}/`),
  );
}
