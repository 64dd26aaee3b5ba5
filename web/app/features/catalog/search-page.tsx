import { Search } from 'lucide-react';
import { Link, redirect, useNavigate } from 'react-router';
import { apiContext } from '../../api/server-api.ts';
import { pageMeta } from '../../page-meta.ts';
import { buttonClass } from '../../ui/button.tsx';
import { NothingFoundDrawing } from '../../ui/drawings/nothing-found-drawing.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { Route } from './+types/search-page';
import { readListAddress, toProductQuery, type View, wholeList, writeListAddress } from './list-address.ts';
import { FuzzyNote, ProductResults, toResults } from './product-results.tsx';
import { ViewToggle } from './view-toggle.tsx';

type SearchAddress = { words: string; view: View; page: number };

function hrefOf({ words, view, page }: SearchAddress): string {
  const params = new URLSearchParams({ q: words });
  if (view === 'list') params.set('view', view);
  if (page > 1) params.set('page', String(page));
  return `/search?${params}`;
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams;
  const { search, view, page } = readListAddress(
    new URLSearchParams({
      search: params.get('q') ?? '',
      view: params.get('view') ?? '',
      page: params.get('page') ?? '',
    }),
  );
  const address: SearchAddress = { words: search, view, page };
  if (search === '') return { address, results: null };
  const list = await context
    .get(apiContext)
    .listProducts({ query: { ...toProductQuery({ ...wholeList, search, page }), sort: 'relevance' } });
  if (page > list.pagination.pages) throw redirect(hrefOf({ ...address, page: list.pagination.pages }));
  return { address, results: toResults(list) };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return [];
  const { address } = loaderData;
  return pageMeta(matches[0], {
    title: address.words ? `Search: ${address.words}` : 'Search',
    description: 'Find a device by name, brand or what is said about it.',
    path: hrefOf(address),
    hidden: true,
  });
};

export default function SearchPage({ loaderData }: Route.ComponentProps) {
  const { address, results } = loaderData;
  if (results === null) return <NothingAsked />;
  const { words, view } = address;
  return (
    <div className="page-width pt-8 pb-20 sm:pt-12">
      <div className="flex flex-wrap items-end gap-x-6 gap-y-4 border-line border-b pb-5">
        <div className="mr-auto min-w-0">
          <h1 className="break-words text-2xl">Results for “{words}”</h1>
          <p className="mt-1 text-ink-muted text-sm" role="status">
            {results.total === 1 ? '1 result' : `${results.total} results`}
          </p>
        </div>
        {results.total > 0 && (
          <>
            <Link
              to={`/products${writeListAddress({ ...wholeList, search: words })}`}
              className={buttonClass({ variant: 'outline' })}
            >
              Filter results
            </Link>
            <ViewToggle view={view} hrefFor={(view) => hrefOf({ ...address, view })} />
          </>
        )}
      </div>
      {results.match === 'fuzzy' && <FuzzyNote words={words} />}
      <div className="mt-8">
        {results.total === 0 ? (
          <NothingFound words={words} />
        ) : (
          <ProductResults
            results={results}
            path="/search"
            view={view}
            hrefFor={(page) => hrefOf({ ...address, page })}
          />
        )}
      </div>
    </div>
  );
}

function NothingAsked() {
  return (
    <div className="page-width py-12">
      <h1 className="text-2xl">Search</h1>
      <EmptyState
        title="What are you looking for?"
        Icon={Search}
        action={
          <Link to="/products" className={buttonClass({ variant: 'outline' })}>
            See all products
          </Link>
        }
      >
        Type a name, a brand or a word from the description into the search field above.
      </EmptyState>
    </div>
  );
}

function NothingFound({ words }: { words: string }) {
  return (
    <EmptyState title={`No results for “${words}”`} drawing={<NothingFoundDrawing />} action={<GoBack />}>
      Check the spelling, use fewer words, or look through{' '}
      <Link to="/categories" className="text-link">
        the categories
      </Link>
      .
    </EmptyState>
  );
}

/** Back to where the search began; a link to all products where there is nothing to go back to. */
function GoBack() {
  const navigate = useNavigate();
  return (
    <Link
      to="/products"
      className={buttonClass()}
      onClick={(event) => {
        if (window.history.length <= 1) return;
        event.preventDefault();
        void navigate(-1);
      }}
    >
      Go Back
    </Link>
  );
}
