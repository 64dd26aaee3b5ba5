import type { AllEndpoints } from '@reprise/contract/all-endpoints';
import type { CallOutput } from '@reprise/contract/endpoint';
import { problemCodeOf } from '@reprise/contract/problem';
import { orderStatuses } from '@reprise/contract/sales/orders/order-status';
import { storeStatusLabels } from '@reprise/contract/sales/orders/shipping/pickup';
import { useEffect } from 'react';
import { Form, Link, useNavigation, useRevalidator, useSearchParams, useSubmit } from 'react-router';
import { api } from '../../api/browser-api.ts';
import { noResponse } from '../../api/error-message.ts';
import { NeedsScripts } from '../../foundations/page-texts/needs-scripts.tsx';
import { useStoreSettings } from '../../foundations/settings/store-settings.ts';
import { authToken, useAuth } from '../../session/auth-store.ts';
import { signInUrl } from '../../session/local-path.ts';
import { privatePageMeta } from '../../session/private-page-meta.ts';
import { buttonClass } from '../../ui/button.tsx';
import { LockedParcelDrawing } from '../../ui/drawings/locked-parcel-drawing.tsx';
import { NothingFoundDrawing } from '../../ui/drawings/nothing-found-drawing.tsx';
import { ParcelDrawing } from '../../ui/drawings/parcel-drawing.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageFailure } from '../../ui/error-state.tsx';
import { Select } from '../../ui/forms/select.tsx';
import { TextInput } from '../../ui/forms/text-input.tsx';
import { Search } from '../../ui/icons/lucide.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useSentOrders } from '../checkout/outbox/use-sent-order.ts';
import type { Route } from './+types/orders-page';
import { OrderCard } from './order-card.tsx';

export const meta: Route.MetaFunction = ({ matches }) =>
  privatePageMeta('Your orders', matches[0].loaderData?.settings.storeName);

const perPage = 10;

type OwnOrders = CallOutput<AllEndpoints['listOwnOrders']>;
type Loaded = ({ kind: 'list'; pastOrders: number } & OwnOrders) | { kind: 'guest' } | { kind: 'failed' };

export async function clientLoader({ request }: Route.ClientLoaderArgs): Promise<Loaded> {
  if (authToken() === null) return { kind: 'guest' };
  const query = parseParams(new URL(request.url).searchParams);
  try {
    const [list, pastOrders] = await Promise.all([
      api.listOwnOrders({ query: { ...query, limit: perPage } }, { signal: request.signal }),
      countPastOrders(request.signal),
    ]);
    return { kind: 'list', pastOrders, ...list };
  } catch (error) {
    return problemCodeOf(error) === 'UNAUTHENTICATED' ? { kind: 'guest' } : { kind: 'failed' };
  }
}
clientLoader.hydrate = true as const;

/** Returns 0 if they cannot be counted: the orders of this shop matter more. */
async function countPastOrders(signal: AbortSignal): Promise<number> {
  try {
    return (await api.listOwnPastOrders({ query: { limit: 1 } }, { signal })).pagination.total;
  } catch {
    return 0;
  }
}

function parseParams(params: URLSearchParams) {
  const page = Number(params.get('page'));
  return {
    search: params.get('search')?.trim().slice(0, 200) || undefined,
    status: orderStatuses.find((status) => status === params.get('status')),
    page: Number.isInteger(page) && page > 0 && page <= 100_000 ? page : undefined,
  };
}

export function HydrateFallback() {
  return (
    <Frame>
      <NeedsScripts />
      <div className="noscript:hidden">
        <Waiting />
      </div>
    </Frame>
  );
}

export default function OrdersPage({ loaderData }: Route.ComponentProps) {
  useReloadOnSignIn(loaderData.kind === 'guest');
  if (loaderData.kind === 'guest') {
    return (
      <Frame>
        <Guest />
      </Frame>
    );
  }
  return (
    <Frame>
      <Filters />
      {loaderData.kind === 'failed' ? (
        <PageFailure title="Your orders could not be loaded">{noResponse('unchanged')}</PageFailure>
      ) : (
        <>
          <List {...loaderData} />
          <PastOrdersLink count={loaderData.pastOrders} />
        </>
      )}
    </Frame>
  );
}

function Frame({ children }: { children: React.ReactNode }) {
  return (
    <div className="page-width py-8 sm:py-12">
      <div className="min-h-96 max-w-xl">
        <h1 className="mb-6 text-2xl">Your orders</h1>
        {children}
      </div>
    </div>
  );
}

/** Reloads the list after a sign-in, in this tab or another. */
function useReloadOnSignIn(asGuest: boolean): void {
  const { revalidate } = useRevalidator();
  const signedIn = useAuth((state) => state.user !== null);
  useEffect(() => {
    if (asGuest && signedIn && authToken() !== null) void revalidate();
  }, [asGuest, signedIn, revalidate]);
}

/** Search and status are search params; the API does the filtering. */
function Filters() {
  const labels = storeStatusLabels(useStoreSettings());
  const [params] = useSearchParams();
  const submit = useSubmit();
  const send = (form: HTMLFormElement) => {
    const fields = new FormData(form);
    for (const [name, value] of [...fields]) if (value === '') fields.delete(name);
    void submit(fields, { action: '/orders', replace: true, preventScrollReset: true });
  };
  const search = params.get('search') ?? '';
  const status = params.get('status') ?? '';
  return (
    <Form
      role="search"
      action="/orders"
      onSubmit={(event) => {
        event.preventDefault();
        send(event.currentTarget);
      }}
      className="mb-6 grid grid-cols-[minmax(0,1fr)_10rem_auto] items-end gap-3 max-sm:grid-cols-[minmax(0,1fr)_auto]"
    >
      <TextInput
        key={search}
        label="Search"
        name="search"
        type="search"
        defaultValue={search}
        placeholder="Order number or product"
        maxLength={200}
      />
      <Select
        key={`status ${status}`}
        label="Status"
        name="status"
        defaultValue={status}
        onChange={(event) => event.currentTarget.form && send(event.currentTarget.form)}
        fieldClassName="max-sm:order-last max-sm:col-span-2"
      >
        <option value="">All</option>
        <option value="processing">Processing</option>
        <option value="shipped">{labels.shipped}</option>
        <option value="delivered">{labels.delivered}</option>
        <option value="cancelled">Cancelled</option>
      </Select>
      <button type="submit" className={buttonClass({ variant: 'outline' })}>
        <Search className="size-4" aria-hidden="true" />
        <span className="sr-only">Search orders</span>
      </button>
    </Form>
  );
}

function List({ orders, pagination }: OwnOrders) {
  const [params] = useSearchParams();
  const loading = useNavigation().location?.pathname === '/orders';
  if (orders.length === 0) return <NoOrders filtered={params.has('search') || params.has('status')} />;
  const hrefFor = (page: number) => {
    const next = new URLSearchParams(params);
    next.set('page', String(page));
    return `/orders?${next}`;
  };
  return (
    <div aria-busy={loading} className={loading ? 'opacity-60 transition-opacity' : undefined}>
      <p className="sr-only" role="status">
        {pagination.total} {pagination.total === 1 ? 'order' : 'orders'}
      </p>
      <ul className="grid gap-5">
        {orders.map((order) => (
          <li key={order.id}>
            <OrderCard order={order} />
          </li>
        ))}
      </ul>
      <div className="mt-8">
        <Pagination page={pagination.page} pages={pagination.pages} hrefFor={hrefFor} />
      </div>
    </div>
  );
}

function PastOrdersLink({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <p className="mt-8 border-line border-t pt-6">
      <Link to="/orders/earlier" className="inline-flex min-h-11 items-center text-link">
        {count === 1 ? '1 earlier order' : `${count} earlier orders`} from before our shop moved here
      </Link>
    </p>
  );
}

function NoOrders({ filtered }: { filtered: boolean }) {
  if (filtered) {
    return (
      <EmptyState
        title="No orders match"
        drawing={<NothingFoundDrawing />}
        action={
          <Link to="/orders" className={buttonClass({ variant: 'outline' })}>
            Show all orders
          </Link>
        }
      >
        Try another order number, product name or status.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No orders yet"
      drawing={<ParcelDrawing />}
      action={
        <Link to="/products" className={buttonClass({ variant: 'outline' })}>
          Browse products
        </Link>
      }
    >
      Orders you place while signed in are listed here, with their tracking.
    </EmptyState>
  );
}

function Guest() {
  return (
    <>
      <EmptyState
        title="Sign in to see your orders"
        drawing={<LockedParcelDrawing />}
        action={
          <>
            <Link to={signInUrl('/orders')} className={buttonClass()}>
              Sign In
            </Link>
            <Link to="/track" className={buttonClass({ variant: 'outline' })}>
              Track an order
            </Link>
          </>
        }
      >
        Ordered as a guest? The order number and your email find it under Track an order.
      </EmptyState>
      <GuestOrders />
    </>
  );
}

/** Lists guest orders of this browser that it can open. */
function GuestOrders() {
  const placed = useSentOrders().flatMap((order) =>
    order.state === 'placed' && order.accessToken !== null ? order : [],
  );
  if (placed.length === 0) return null;
  return (
    <section className="border-line border-t pt-6">
      <h2 className="text-lg">Ordered from this browser</h2>
      <ul className="mt-3 divide-y divide-line">
        {placed.map((order) => (
          <li key={order.key} className="flex items-center justify-between gap-4 py-2">
            <Link to={`/orders/${order.orderNumber}`} className="tabular text-link">
              {order.orderNumber}
            </Link>
            <span className="text-ink-muted text-sm">{order.paid ? 'Paid' : 'Payment due'}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Waiting() {
  return (
    <div className="grid gap-5">
      <Skeleton className="h-16" />
      <Skeleton className="h-52 rounded-tile" />
      <Skeleton className="h-52 rounded-tile" />
    </div>
  );
}
