import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { CategoryIcon } from '../../features/catalog/category-icon.tsx';
import { serializeListParams, wholeList } from '../../features/catalog/listing/list-params.ts';
import { Disclosure } from '../../ui/overlays/disclosure.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useCategories } from './use-categories.ts';

const hrefOf = (category: string) => `/products${serializeListParams({ ...wholeList, category })}`;

/** Menu of categories beside the link to all of them; the list is fetched when it opens. */
export function CategoriesMenu() {
  const [requests, setRequests] = useState(0);
  const categories = useCategories(requests);
  const request = () => setRequests(requests + 1);
  return (
    <Disclosure
      label="Choose a category"
      className="group relative noscript:hidden"
      onOpen={request}
      summaryClassName="grid size-8 place-items-center rounded-control text-ink-muted hover:bg-sunken hover:text-ink pointer-coarse:size-11"
      summary={
        <ChevronDown className="size-4 transition-transform group-open:rotate-180" aria-hidden="true" />
      }
    >
      <ul className="absolute -left-28 z-30 mt-2 grid w-136 grid-cols-2 rounded-tile border border-line bg-raised p-2 shadow-float">
        {categories?.map(({ id, name, productCount }) => (
          <li key={id}>
            <Link
              to={hrefOf(name)}
              className="flex min-h-14 items-center gap-3 rounded-control px-3 hover:bg-sunken"
            >
              <CategoryIcon name={name} className="size-6 shrink-0 text-ink-muted" />
              <span className="min-w-0">
                <span className="block truncate font-medium">{name}</span>
                <span className="tabular block text-ink-muted">{devices(productCount)}</span>
              </span>
            </Link>
          </li>
        )) ?? (categories === null ? <LoadFailure retry={request} /> : <MenuSkeleton />)}
      </ul>
    </Disclosure>
  );
}

function devices(count: number): string {
  return count === 1 ? '1 device' : `${count} devices`;
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

/** Categories as rows of the phone menu, once it is open. */
export function CategoryRows({ requests }: { requests: number }) {
  const categories = useCategories(requests);
  if (!categories || categories.length === 0) return null;
  return (
    <ul className="grid grid-cols-2 border-line border-b bg-sunken px-2 py-1.5 text-sm">
      {categories.map(({ id, name }) => (
        <li key={id} className="min-w-0">
          <Link to={hrefOf(name)} className="flex min-h-11 items-center gap-2.5 px-2">
            <CategoryIcon name={name} className="size-5 shrink-0 text-ink-muted" />
            <span className="min-w-0 leading-tight">{name}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
