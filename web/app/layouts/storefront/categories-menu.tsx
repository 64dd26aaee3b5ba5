import { Suspense, useState } from 'react';
import { ChevronDown } from '../../ui/icons/lucide.tsx';
import { lazyOptional } from '../../ui/lazy-optional.ts';
import { Disclosure } from '../../ui/overlays/disclosure.tsx';

/** Loaded with the categories themselves, when a menu first opens. */
const CategoryLinks = lazyOptional(() => import('./category-links.tsx'));

/** Menu of categories beside the link to all of them; the list is fetched when it opens. */
export function CategoriesMenu() {
  const [requests, setRequests] = useState(0);
  return (
    <Disclosure
      label="Choose a category"
      className="group relative noscript:hidden"
      onOpen={() => setRequests(requests + 1)}
      summaryClassName="grid size-8 place-items-center rounded-control text-ink-muted hover:bg-sunken hover:text-ink pointer-coarse:size-11"
      summary={
        <ChevronDown className="size-4 transition-transform group-open:rotate-180" aria-hidden="true" />
      }
    >
      <ul className="absolute -left-28 z-30 mt-2 grid min-h-46 w-136 grid-cols-2 rounded-tile border border-line bg-raised p-2 shadow-float">
        <LazyCategories requests={requests} />
      </ul>
    </Disclosure>
  );
}

/** Links to the categories, once a menu has asked for them. */
export function LazyCategories({ requests, inRows = false }: { requests: number; inRows?: boolean }) {
  return <Suspense>{requests > 0 && <CategoryLinks requests={requests} inRows={inRows} />}</Suspense>;
}
