import { X } from 'lucide-react';
import { Link } from 'react-router';
import { Button, buttonClass } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { compareHref, useCompare } from './compare-store.ts';

/** Bar at the bottom of the page once two products are selected. */
export default function CompareBar({ onProduct }: { onProduct: boolean }) {
  const chosen = useCompare((state) => state.chosen);
  const clear = useCompare((state) => state.clear);
  return (
    <section
      aria-label="Comparison"
      className={classNames(
        'sticky bottom-0 z-10 border-line border-t bg-raised pb-[env(safe-area-inset-bottom)] noscript:hidden',
        // On product pages, phones show the buy bar there.
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
