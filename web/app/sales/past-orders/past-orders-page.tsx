import type { AllEndpoints } from '@reprise/contract/all-endpoints';
import type { CallOutput } from '@reprise/contract/endpoint';
import { formatMoney } from '@reprise/contract/money';
import { problemCodeOf } from '@reprise/contract/problem';
import type { PastOrder } from '@reprise/contract/sales/past-orders';
import { Link, redirect } from 'react-router';
import { api } from '../../api/browser-api.ts';
import { noResponse } from '../../api/error-message.ts';
import { formatDay } from '../../formats.ts';
import { NeedsScripts } from '../../foundations/page-texts/needs-scripts.tsx';
import { authToken } from '../../session/auth-store.ts';
import { signInUrl } from '../../session/local-path.ts';
import { privatePageMeta } from '../../session/private-page-meta.ts';
import { Breadcrumb } from '../../ui/breadcrumb.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { ParcelDrawing } from '../../ui/drawings/parcel-drawing.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageFailure } from '../../ui/error-state.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { withWholeMeasures } from '../../ui/whole-measures.ts';
import type { Route } from './+types/past-orders-page';

const address = '/orders/earlier';
const perPage = 10;

export const meta: Route.MetaFunction = ({ matches }) =>
  privatePageMeta('Earlier orders', matches[0].loaderData?.settings.storeName);

type OwnPastOrders = CallOutput<AllEndpoints['listOwnPastOrders']>;

export async function clientLoader({ request }: Route.ClientLoaderArgs): Promise<OwnPastOrders | null> {
  if (authToken() === null) throw redirect(signInUrl(address));
  const page = Number(new URL(request.url).searchParams.get('page'));
  const query = { page: Number.isInteger(page) && page > 0 && page <= 100_000 ? page : 1, limit: perPage };
  try {
    return await api.listOwnPastOrders({ query }, { signal: request.signal });
  } catch (error) {
    if (problemCodeOf(error) === 'UNAUTHENTICATED') throw redirect(signInUrl(address));
    return null;
  }
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return (
    <Frame>
      <NeedsScripts />
      <div className="grid gap-5 noscript:hidden">
        <Skeleton className="h-52 rounded-tile" />
        <Skeleton className="h-52 rounded-tile" />
      </div>
    </Frame>
  );
}

export default function PastOrdersPage({ loaderData }: Route.ComponentProps) {
  return (
    <Frame>
      {loaderData ? (
        <List {...loaderData} />
      ) : (
        <PageFailure title="Your earlier orders could not be loaded">{noResponse('unchanged')}</PageFailure>
      )}
    </Frame>
  );
}

function Frame({ children }: { children: React.ReactNode }) {
  return (
    <div className="page-width py-8 sm:py-12">
      <div className="min-h-96 max-w-xl">
        <Breadcrumb steps={[{ label: 'Your orders', to: '/orders' }, { label: 'Earlier orders' }]} />
        <h1 className="mt-4 mb-2 text-2xl">Earlier orders</h1>
        <p className="mb-6 text-ink-muted">
          You placed these before our shop moved here, as they were there.
        </p>
        {children}
      </div>
    </div>
  );
}

function List({ orders, pagination }: OwnPastOrders) {
  if (orders.length === 0) {
    return (
      <EmptyState
        title="No earlier orders"
        drawing={<ParcelDrawing />}
        action={
          <Link to="/orders" className={buttonClass({ variant: 'outline' })}>
            Your orders
          </Link>
        }
      >
        Once your email is confirmed, the orders that you placed with it are listed here.
      </EmptyState>
    );
  }
  return (
    <>
      <ul className="grid gap-5">
        {orders.map((order) => (
          <li key={order.id}>
            <PastOrderCard order={order} />
          </li>
        ))}
      </ul>
      <div className="mt-8">
        <Pagination
          page={pagination.page}
          pages={pagination.pages}
          hrefFor={(page) => `${address}?page=${page}`}
        />
      </div>
    </>
  );
}

function PastOrderCard({ order }: { order: PastOrder }) {
  const { number, placedAt, status, items, total, refunded } = order;
  const sums = [
    ['Discount', order.discount],
    ['Shipping', order.shipping],
    ['Tax', order.tax],
    ['Refunded', refunded],
  ] as const;
  return (
    <article aria-label={`Order ${number}`} className="rounded-tile border border-line bg-raised">
      <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-line border-b px-5 py-3">
        <div className="min-w-0">
          <h2 className="tabular wrap-anywhere text-base">{number}</h2>
          <p className="text-ink-muted text-sm">
            Ordered <time dateTime={placedAt}>{formatDay(placedAt)}</time>
          </p>
        </div>
        <div className="flex items-center gap-4">
          <span className="wrap-anywhere text-ink-muted text-sm">{status}</span>
          <span className="tabular font-semibold">{formatMoney(total)}</span>
        </div>
      </header>
      <ul className="divide-y divide-line px-5 py-2">
        {items.map(({ name, quantity, price }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: items of the other shop have no other identity
          <li key={index} className="flex items-baseline justify-between gap-4 py-2">
            <span className="wrap-anywhere min-w-0">{withWholeMeasures(name)}</span>
            <span className="tabular whitespace-nowrap text-ink-muted text-sm">
              {quantity} × {formatMoney(price)}
            </span>
          </li>
        ))}
      </ul>
      <dl className="tabular flex flex-wrap gap-x-5 gap-y-1 border-line border-t px-5 py-3 text-sm empty:hidden">
        {sums
          .filter(([, amount]) => amount > 0)
          .map(([label, amount]) => (
            <div key={label} className="flex gap-x-1.5">
              <dt className="text-ink-muted">{label}</dt>
              <dd>{formatMoney(amount)}</dd>
            </div>
          ))}
      </dl>
    </article>
  );
}
