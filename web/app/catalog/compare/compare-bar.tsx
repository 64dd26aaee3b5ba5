import { Link } from 'react-router';
import { Button, buttonClass } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { X } from '../../ui/icons/lucide.tsx';
import { compareHref, useCompare } from './compare-store.ts';

/** Bar at the bottom of the page once two products are selected. */
export default function CompareBar({ onProduct }: { onProduct: boolean }) {
  const chosen = useCompare((state) => state.chosen);
  const toggle = useCompare((state) => state.toggle);
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
        <p className="mr-auto text-ink-muted text-sm lg:hidden">{chosen.length} selected</p>
        <ul className="flex min-w-0 flex-1 gap-2 max-lg:hidden">
          {chosen.map((product) => (
            <li key={product.id} className="min-w-0">
              <Button
                size="sm"
                variant="outline"
                aria-label={`Remove ${product.name} from the comparison`}
                title={product.name}
                className="max-w-full"
                onClick={() => toggle(product)}
              >
                <span className="truncate font-normal">{product.name}</span>
                <X className="size-3.5" aria-hidden="true" />
              </Button>
            </li>
          ))}
        </ul>
        <Button size="sm" variant="ghost" onClick={clear}>
          Clear all
        </Button>
        <Link to={compareHref(chosen.map(({ id }) => id))} className={buttonClass({ size: 'sm' })}>
          Compare {chosen.length}
        </Link>
      </div>
    </section>
  );
}
