import { Link, useNavigate } from 'react-router';
import { apiContext, type ServerApi } from '../../../api/server-api.ts';
import { cacheableSearch } from '../../../rendering/cacheable-page.ts';
import { pageMeta } from '../../../rendering/page-meta.ts';
import { ReportSearch } from '../../../sales/search-analytics/report-search.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { NothingFoundDrawing } from '../../../ui/drawings/nothing-found-drawing.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import type { Route } from './+types/search-page';
import { activeFilters } from './active-filters.ts';
import { AllProductsLink } from './all-products-link.tsx';
import { FilteredList } from './filtered-list.tsx';
import {
  type ListParams,
  type ListSort,
  listParamNames,
  parseListParams,
  serializeListParams,
  toProductQuery,
  wholeList,
} from './list-params.ts';
import { toListPage } from './to-list-page.ts';

const sorts: ListSort[] = ['relevance', 'newest', 'price-low', 'price-high', 'rating', 'name'];

const hrefOf = (listParams: ListParams) => `/search${serializeListParams(listParams, 'q')}`;

export const handle = cacheableSearch('q', ...listParamNames);

export async function loader({ context, request }: Route.LoaderArgs) {
  const listParams = parseListParams(new URL(request.url).searchParams, 'q');
  if (listParams.search === '') return { listParams, found: null, alternatives: null };
  const api = context.get(apiContext);
  const list = await api.listProductCards({ query: toProductQuery(listParams) });
  const found = await toListPage(api, list, listParams, hrefOf);
  const hasFilters = activeFilters(listParams).length > 1;
  const alternatives = found.results.total === 0 && !hasFilters ? await findAlternatives(api) : null;
  return { listParams: found.listParams, found, alternatives };
}

/** Suggestions for an empty result: the categories with products. */
async function findAlternatives(api: ServerApi) {
  const categories = await api.listCategories();
  return categories.filter(({ productCount }) => productCount > 0).map(({ name }) => name);
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return [];
  const { listParams, found } = loaderData;
  const { search } = listParams;
  // Only exact matches are worth indexing; anyone can link to arbitrary searches.
  const hasExactMatches = found !== null && found.results.total > 0 && found.results.match === 'exact';
  return pageMeta(matches[0], {
    title: search ? `Search: ${search}` : 'Search',
    description: 'Find a device by name, brand or description.',
    path: hrefOf({ ...wholeList, search, page: listParams.page }),
    hidden: !hasExactMatches || activeFilters(listParams).length > 1,
  });
};

export default function SearchPage({ loaderData }: Route.ComponentProps) {
  const { listParams, found, alternatives } = loaderData;
  if (found === null) return <EmptyQuery />;
  const { search } = listParams;
  const { results } = found;
  return (
    <div className="page-width pt-8 pb-20 sm:pt-12">
      <ReportSearch query={search} results={results.total} products={results.products} />
      <h1 className="break-words text-2xl">Results for “{search}”</h1>
      {alternatives ? (
        <NothingFound words={search} alternatives={alternatives} />
      ) : (
        <FilteredList path="/search" sorts={sorts} {...found} />
      )}
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
        action={<AllProductsLink />}
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
