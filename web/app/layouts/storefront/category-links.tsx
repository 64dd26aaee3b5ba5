import { useState } from 'react';
import { Link } from 'react-router';
import { CategoryIcon } from '../../catalog/products/category-icon.tsx';
import { categoryHref } from '../../catalog/products/listing/category-href.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useCategories } from './use-categories.ts';

/** Categories as list items of the header's menu, or as rows of the phone menu. */
export default function CategoryLinks({ requests, inRows }: { requests: number; inRows: boolean }) {
  const [retries, setRetries] = useState(0);
  const categories = useCategories(requests + retries);
  if (inRows) return <CategoryRows categories={categories ?? []} />;
  if (categories === null) return <LoadFailure retry={() => setRetries(retries + 1)} />;
  if (!categories) return <MenuSkeleton />;
  return categories.map(({ id, name, modelCount }) => (
    <li key={id}>
      <Link
        to={categoryHref(name)}
        className="flex min-h-14 items-center gap-3 rounded-control px-3 hover:bg-sunken"
      >
        <CategoryIcon name={name} className="size-6 shrink-0 text-ink-muted" />
        <span className="min-w-0">
          <span className="block truncate font-medium">{name}</span>
          <span className="tabular block text-ink-muted">
            {modelCount === 1 ? '1 product' : `${modelCount} products`}
          </span>
        </span>
      </Link>
    </li>
  ));
}

function MenuSkeleton() {
  return [1, 2, 3, 4, 5, 6].map((row) => (
    <li key={row} className="flex min-h-14 items-center gap-3 px-3">
      <Skeleton className="size-6" />
      <Skeleton className="h-4 w-32" />
    </li>
  ));
}

function LoadFailure({ retry }: { retry: () => void }) {
  return (
    <li role="alert" className="col-span-2 p-3 text-sm">
      The categories could not be loaded.{' '}
      <button type="button" className="text-link" onClick={retry}>
        Try again
      </button>
    </li>
  );
}

function CategoryRows({ categories }: { categories: { id: string; name: string }[] }) {
  if (categories.length === 0) return null;
  return (
    <ul className="grid grid-cols-2 border-line border-b bg-sunken px-2 py-1.5 text-sm">
      {categories.map(({ id, name }) => (
        <li key={id} className="min-w-0">
          <Link to={categoryHref(name)} className="flex min-h-11 items-center gap-2.5 px-2">
            <CategoryIcon name={name} className="size-5 shrink-0 text-ink-muted" />
            <span className="min-w-0 leading-tight">{name}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
