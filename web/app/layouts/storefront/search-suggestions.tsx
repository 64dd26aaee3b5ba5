import { formatMoney } from '@reprise/contract/money';
import { createContext, type ReactNode, type RefObject, useContext, useId } from 'react';
import { Link } from 'react-router';
import { serializeListParams, wholeList } from '../../catalog/products/listing/list-params.ts';
import { classNames } from '../../ui/class-names.ts';
import { Search } from '../../ui/icons/lucide.tsx';
import { MarkedText } from '../../ui/marked-text.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { type Suggestions, useSuggestions } from './use-suggestions.ts';

type SearchSuggestionsProps = {
  id: string;
  list: RefObject<HTMLDivElement | null>;
  query: string;
  open: boolean;
  /** Id of the option that Enter selects. */
  active: string | null;
};

const ActiveOption = createContext<string | null>(null);

/** Suggestions for the words: products with image and price, brands, categories, and the search itself. */
export default function SearchSuggestions({ id, list, query, open, active }: SearchSuggestionsProps) {
  const { suggestions, loading, slow } = useSuggestions(open ? query : '');
  if (!open) return null;
  return (
    <div className="absolute inset-x-0 top-full z-30 mt-1.5 overflow-hidden rounded-tile border border-line bg-raised shadow-float">
      <p role="status" className="sr-only">
        {!loading && suggestions && announcementOf(suggestions)}
      </p>
      <div
        ref={list}
        id={id}
        role="listbox"
        aria-label="Suggestions"
        aria-busy={loading}
        className="max-h-[min(32rem,70dvh)] overflow-y-auto overscroll-contain p-1.5"
        // Keeps the focus in the field, so that a click on a link is not lost when the list closes.
        onMouseDown={(event) => event.preventDefault()}
      >
        <ActiveOption value={active}>
          {suggestions ? (
            <div className={classNames('transition-opacity', slow && 'opacity-50')}>
              <SuggestionList suggestions={suggestions} query={query} />
            </div>
          ) : (
            slow && <Waiting />
          )}
          <Option to={`/search?${new URLSearchParams({ q: query })}`}>
            <Search className="mx-3 size-4 shrink-0 text-ink-faint" aria-hidden="true" />
            <span className="min-w-0 break-words">
              Search for <span className="font-semibold">“{query}”</span>
            </span>
          </Option>
        </ActiveOption>
      </div>
    </div>
  );
}

function announcementOf({ products, brands, categories }: Suggestions): string {
  const count = products.length + brands.length + categories.length;
  if (count === 0) return 'No suggestions';
  return count === 1 ? '1 suggestion' : `${count} suggestions`;
}

function SuggestionList({ suggestions, query }: { suggestions: Suggestions; query: string }) {
  const { products, brands, categories } = suggestions;
  if (products.length + brands.length + categories.length === 0) {
    return (
      <p className="px-3 py-2.5 text-ink-muted text-sm" aria-hidden="true">
        No suggestions.
      </p>
    );
  }
  return (
    <>
      <Group title="Products">
        {products.map(({ slug, name, image, price, from }) => (
          <Option key={slug} to={`/product/${slug}`}>
            <img
              src={image}
              alt=""
              width={40}
              height={50}
              className="aspect-4/5 w-10 shrink-0 rounded-control bg-sunken object-cover"
            />
            <span className="line-clamp-2 min-w-0 flex-1">
              <MarkedText text={name} query={query} />
            </span>
            <span className="tabular shrink-0 pr-1.5 font-semibold">
              {from && <span className="mr-1 font-normal text-ink-muted">from</span>}
              {formatMoney(price)}
            </span>
          </Option>
        ))}
      </Group>
      <Group title="Brands">
        {brands.map((brand) => (
          <Option key={brand} to={`/products${serializeListParams({ ...wholeList, brands: [brand] })}`}>
            <span className="px-1.5">
              <MarkedText text={brand} query={query} />
            </span>
          </Option>
        ))}
      </Group>
      <Group title="Categories">
        {categories.map(({ name, slug }) => (
          <Option key={slug} to={`/products${serializeListParams({ ...wholeList, category: name })}`}>
            <span className="px-1.5">
              <MarkedText text={name} query={query} />
            </span>
          </Option>
        ))}
      </Group>
    </>
  );
}

function Group({ title, children }: { title: string; children: ReactNode[] }) {
  const id = useId();
  if (children.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no group of options
    <div role="group" aria-labelledby={id} className="mb-1.5 border-line border-b pb-1.5">
      <p id={id} className="px-1.5 pt-1.5 pb-1 font-medium text-ink-faint text-xs">
        {title}
      </p>
      {children}
    </div>
  );
}

function Option({ to, children }: { to: string; children: ReactNode }) {
  const id = useId();
  const selected = useContext(ActiveOption) === id;
  return (
    <Link
      id={id}
      to={to}
      role="option"
      aria-selected={selected}
      tabIndex={-1}
      className="flex min-h-9 items-center gap-3 rounded-control p-1.5 text-sm hover:bg-sunken aria-selected:bg-sunken aria-selected:outline-2 aria-selected:outline-primary aria-selected:-outline-offset-2 pointer-coarse:min-h-11"
    >
      {children}
    </Link>
  );
}

const waiting = [1, 2, 3];

function Waiting() {
  return (
    <div className="mb-1.5 grid gap-1 border-line border-b pt-1.5 pb-1.5">
      {waiting.map((row) => (
        <div key={row} className="flex items-center gap-3 p-1.5">
          <Skeleton className="h-12.5 w-10 rounded-control" />
          <Skeleton className="h-4 flex-1" />
          <Skeleton className="h-4 w-14" />
        </div>
      ))}
    </div>
  );
}
