import { Link, redirect } from 'react-router';
import { apiContext } from '../../../api/server-api.ts';
import { cacheable } from '../../../rendering/cacheable-page.ts';
import { pageMeta } from '../../../rendering/page-meta.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { NothingFoundDrawing } from '../../../ui/drawings/nothing-found-drawing.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import type { Route } from './+types/deals-page';
import { pageSize, readPage } from './list-params.ts';
import { ProductResults, toResults } from './product-results.tsx';

const hrefOf = (page: number) => (page > 1 ? `/deals?page=${page}` : '/deals');

export const handle = cacheable('page');

export async function loader({ context, request }: Route.LoaderArgs) {
  const page = readPage(new URL(request.url).searchParams.get('page'));
  const list = await context.get(apiContext).listProductCards({
    query: { discounted: true, inStock: true, sort: 'saving', page, limit: pageSize },
  });
  if (page > list.pagination.pages) throw redirect(hrefOf(list.pagination.pages));
  return { results: toResults(list) };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(matches[0], {
    title: 'Deals',
    description: 'Every device in stock that costs less than its original price, the largest saving first.',
    path: hrefOf(loaderData?.results.page ?? 1),
  });

export default function DealsPage({ loaderData: { results } }: Route.ComponentProps) {
  return (
    <div className="page-width pt-8 pb-20 sm:pt-12">
      <h1 className="text-2xl">Deals</h1>
      <p className="mt-2 max-w-text text-ink-muted">
        Every device in stock that costs less than its original price, the largest saving first.
      </p>
      {results.total === 0 ? (
        <EmptyState
          title="No deals right now"
          drawing={<NothingFoundDrawing />}
          action={
            <Link to="/products" className={buttonClass({ variant: 'outline' })}>
              See all products
            </Link>
          }
        >
          No products are discounted right now.
        </EmptyState>
      ) : (
        <div className="mt-8">
          <p
            className="sr-only"
            role="status"
          >{`Showing ${results.products.length} of ${results.totalText} deals`}</p>
          <ProductResults results={results} path="/deals" hrefFor={hrefOf} />
        </div>
      )}
    </div>
  );
}
