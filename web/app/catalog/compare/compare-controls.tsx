import { Link } from 'react-router';
import { classNames } from '../../ui/class-names.ts';
import { Columns2 } from '../../ui/icons/lucide.tsx';
import { type ComparedProduct, compareHref, useCompare } from './compare-store.ts';

const useChosen = (id: string) => useCompare((state) => state.chosen.some((item) => item.id === id));

/** Checkbox that selects a product in a list for comparison. */
export function CompareBox({ product: { id, name } }: { product: ComparedProduct }) {
  const chosen = useChosen(id);
  const toggle = useCompare((state) => state.toggle);
  return (
    <label className="z-1 inline-flex min-h-9 cursor-pointer items-center gap-2 rounded-control px-2 text-sm hover:bg-sunken pointer-coarse:min-h-11 noscript:hidden">
      <input
        type="checkbox"
        checked={chosen}
        onChange={() => toggle({ id, name })}
        aria-label={`Compare ${name}`}
        className="size-4 accent-primary-fill"
      />
      Compare
    </label>
  );
}

/** Button that selects the product of a product page for comparison. */
export function CompareButton({
  product: { id, name },
  className,
}: {
  product: ComparedProduct;
  className: string;
}) {
  const chosen = useChosen(id);
  const toggle = useCompare((state) => state.toggle);
  const all = useCompare((state) => state.chosen);
  return (
    <>
      <button
        type="button"
        aria-pressed={chosen}
        aria-label={`Compare ${name}`}
        onClick={() => toggle({ id, name })}
        className={className}
      >
        <Columns2 className="size-4.5" strokeWidth={1.75} aria-hidden="true" />
        {chosen ? 'In your comparison' : 'Compare'}
      </button>
      {chosen && all.length > 1 && (
        // Phones have no room for the compare bar on this page, so the link is here.
        <Link
          to={compareHref(all.map((item) => item.id))}
          className={classNames(className, 'text-link md:hidden')}
        >
          Compare {all.length}
        </Link>
      )}
    </>
  );
}
