import { Link, redirect, useNavigate } from 'react-router';
import { apiContext, type ServerApi } from '../../../api/server-api.ts';
import { cacheableSearch } from '../../../rendering/cacheable-page.ts';
import { pageMeta } from '../../../rendering/page-meta.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { NothingFoundDrawing } from '../../../ui/drawings/nothing-found-drawing.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ReportSearch } from '../../search/report-search.tsx';
import type { Route } from './+types/search-page';
import { parseListParams, serializeListParams, toProductQuery, type View, wholeList } from './list-params.ts';
import { ProductResults, SearchNote, toResults } from './product-results.tsx';
import { ViewToggle } from './view-toggle.tsx';

type SearchListParams = { words: string; view: View; page: number };

function hrefOf({ words, view, page }: SearchListParams): string {
  const params = new URLSearchParams({ q: words });
  if (view === 'list') params.set('view', view);
  if (page > 1) params.set('page', String(page));
  return `/search?${params}`;
}

export const handle = cacheableSearch('q', 'view', 'page');

export async function loader({ context, request }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams;
  const { search, view, page } = parseListParams(
    new URLSearchParams({
      search: params.get('q') ?? '',
      view: params.get('view') ?? '',
      page: params.get('page') ?? '',
    }),
  );
  const listParams: SearchListParams = { words: search, view, page };
  if (search === '') return { listParams, results: null, alternatives: null };
  const list = await context
    .get(apiContext)
    .listProductCards({ query: { ...toProductQuery({ ...wholeList, search, page }), sort: 'relevance' } });
  if (page > list.pagination.pages) throw redirect(hrefOf({ ...listParams, page: list.pagination.pages }));
  const alternatives = list.pagination.total === 0 ? await findAlternatives(context.get(apiContext)) : null;
  return { listParams, results: toResults(list), alternatives };
}

/** Suggestions for an empty result: the categories with products. */
async function findAlternatives(api: ServerApi) {
  const categories = await api.listCategories();
  return categories.filter(({ productCount }) => productCount > 0).map(({ name }) => name);
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return [];
  const { listParams, results } = loaderData;
  // Only exact matches are worth indexing; anyone can link to arbitrary searches.
  const hasExactMatches = results !== null && results.total > 0 && results.match === 'exact';
  return pageMeta(matches[0], {
    title: listParams.words ? `Search: ${listParams.words}` : 'Search',
    description: 'Find a device by name, brand or description.',
    path: hrefOf({ ...listParams, view: 'grid' }),
    hidden: !hasExactMatches,
  });
};

export default function SearchPage({ loaderData }: Route.ComponentProps) {
  const { listParams, results, alternatives } = loaderData;
  if (results === null) return <EmptyQuery />;
  const { words, view } = listParams;
  return (
    <div className="page-width pt-8 pb-20 sm:pt-12">
      <ReportSearch query={words} results={results.total} products={results.products} />
      <div className="flex flex-wrap items-end gap-x-6 gap-y-4 border-line border-b pb-5">
        <div className="mr-auto min-w-0">
          <h1 className="break-words text-2xl">Results for “{words}”</h1>
          <p className="mt-1 text-ink-muted text-sm" role="status">
            {results.total === 1 ? '1 result' : `${results.totalText} results`}
          </p>
        </div>
        {results.total > 0 && (
          <>
            <Link
              to={`/products${serializeListParams({ ...wholeList, search: words })}`}
              className={buttonClass({ variant: 'outline' })}
            >
              Filter results
            </Link>
            <ViewToggle view={view} hrefFor={(view) => hrefOf({ ...listParams, view })} />
          </>
        )}
      </div>
      <SearchNote results={results} />
      <div className="mt-8">
        {results.total === 0 ? (
          <NothingFound words={words} alternatives={alternatives} />
        ) : (
          <ProductResults
            results={results}
            path="/search"
            view={view}
            search={words}
            hrefFor={(page) => hrefOf({ ...listParams, page })}
          />
        )}
      </div>
    </div>
  );
}

function EmptyQuery() {
  return (
    <div className="page-width py-12">
      <h1 className="text-2xl">Search</h1>
      <EmptyState
        title="What are you looking for?"
        drawing={<NothingFoundDrawing />}
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

type Alternatives = Awaited<ReturnType<typeof findAlternatives>>;

function NothingFound({ words, alternatives }: { words: string; alternatives: Alternatives | null }) {
  return (
    <>
      <EmptyState title={`No results for “${words}”`} drawing={<NothingFoundDrawing />} action={<GoBack />}>
        Check the spelling, use fewer words, or browse{' '}
        <Link to="/categories" className="text-link">
          the categories
        </Link>
        .
      </EmptyState>
      {alternatives && (
        <div className="mx-auto grid max-w-text gap-8">
          <Alternatives
            title="Browse by category"
            links={alternatives.map((name) => ({
              to: `/products${serializeListParams({ ...wholeList, category: name })}`,
              label: name,
            }))}
          />
        </div>
      )}
    </>
  );
}

type AlternativesProps = { title: string; links: { to: string; label: string }[] };

function Alternatives({ title, links }: AlternativesProps) {
  if (links.length === 0) return null;
  return (
    <section className="text-center">
      <h2 className="font-semibold text-base tracking-normal">{title}</h2>
      <ul className="mt-3 flex flex-wrap justify-center gap-2">
        {links.map(({ to, label }) => (
          <li key={to}>
            <Link to={to} className={buttonClass({ variant: 'outline' })}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Goes back to the previous page, or links to all products if there is none. */
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
