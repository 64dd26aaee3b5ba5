import { formatMoney } from '@reprise/contract/money';
import { isRefused } from '@reprise/contract/problem';
import type { ConversationMessage } from '@reprise/contract/sales/conversations';
import type { Order } from '@reprise/contract/sales/orders/order';
import { shippingLabelOf } from '@reprise/contract/sales/orders/shipping/pickup';
import type { ReturnSummary } from '@reprise/contract/sales/returns/return';
import { type ReactNode, useState } from 'react';
import { Link, useRevalidator, useSearchParams } from 'react-router';
import { api } from '../../api/browser-api.ts';
import { noResponse } from '../../api/error-message.ts';
import { formatDateTime } from '../../formats.ts';
import { NeedsScripts } from '../../foundations/page-texts/needs-scripts.tsx';
import { privatePageMeta } from '../../session/private-page-meta.ts';
import { Breadcrumb } from '../../ui/breadcrumb.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { NothingFoundDrawing } from '../../ui/drawings/nothing-found-drawing.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageFailure } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TotalsList } from '../cart/totals-list.tsx';
import { CancelOrderButton } from '../checkout/cancel-order-button.tsx';
import { outbox } from '../checkout/outbox/browser-outbox.ts';
import { PayForm } from '../checkout/pay-form.tsx';
import { type FoundPayment, findPayment, readStoredOrderToken } from '../checkout/pay-order.ts';
import { hasPaymentReturn, takePaymentReturn } from '../checkout/payment-return.ts';
import { usePaymentReceived } from '../checkout/reserved-lines.ts';
import { OrderReturns } from '../returns/order-returns.tsx';
import { Replaces } from '../returns/replaces.tsx';
import { isReturnable, mailedToken } from '../returns/return-access.ts';
import type { Route } from './+types/order-page';
import {
  ChosenInvoice,
  InvoiceLinks,
  loadInvoices,
  type OrderInvoices,
  PrintButton,
  printedSheet,
} from './invoices/order-invoices.tsx';
import { OrderFacts } from './order-facts.tsx';
import { loadMessages, OrderHelp } from './order-help.tsx';
import { OrderLines } from './order-lines.tsx';
import { OrderParcels } from './order-parcels.tsx';
import { OrderStatusBadge } from './order-status-badge.tsx';
import { isPartlyShipped } from './parcels.ts';
import { isPaymentDue, nextPaymentOf, restDueOf } from './payment-due.ts';
import { ReorderButton } from './reorder-button.tsx';
import { Timeline, timelineOf } from './timeline.tsx';

export const meta: Route.MetaFunction = ({ matches, params }) =>
  privatePageMeta(titleOf(params.id), matches[0].loaderData?.settings.storeName);

/** Orders are titled by number; the URL may also contain an id. */
const titleOf = (id: string) => (id.startsWith('MJ') ? `Order ${id}` : 'Your order');

type Loaded =
  | {
      kind: 'order';
      order: Order;
      accessToken: string | null;
      pleaseWait: string | null;
      /** Null if they could not be loaded. */
      documents: OrderInvoices | null;
      messages: ConversationMessage[];
      returns: ReturnSummary[];
    }
  | { kind: 'missing' }
  | { kind: 'failed' };

/** Loads the order for its owner, for the guest whose browser placed it, and by the link of its mails. */
export async function clientLoader({ params: { id } }: Route.ClientLoaderArgs): Promise<Loaded> {
  const accessToken = outbox.accessTokenFor(id) ?? mailedToken() ?? readStoredOrderToken();
  try {
    const { order, pleaseWait } = await load(id, accessToken);
    if (order.paymentStatus === 'paid') outbox.markPaid(order.id);
    const documents = await loadInvoices(order, accessToken);
    const messages = await loadMessages(order, accessToken);
    const returns = await loadReturns(order, accessToken);
    return { kind: 'order', order, accessToken, pleaseWait, documents, messages, returns };
  } catch (error) {
    return isRefused(error) ? { kind: 'missing' } : { kind: 'failed' };
  }
}
clientLoader.hydrate = true as const;

/** Loads the returns of an order that left; none if that fails, because the order is readable without them. */
async function loadReturns(order: Order, accessToken: string | null): Promise<ReturnSummary[]> {
  if (!isReturnable(order)) return [];
  const options = accessToken === null ? {} : { orderToken: accessToken };
  return api.getReturnable({ params: { id: order.id } }, options).then(
    ({ returnable }) => returnable.returns,
    () => [],
  );
}

async function load(id: string, accessToken: string | null): Promise<FoundPayment> {
  const options = accessToken === null ? {} : { orderToken: accessToken };
  const { order } = await api.getOrder({ params: { id } }, options);
  const mayBePaid = order.paymentStatus === 'started' || (restDueOf(order) > 0 && hasPaymentReturn());
  if (!mayBePaid) return { order, pleaseWait: null };
  try {
    return await findPayment(api, { id: order.id, total: nextPaymentOf(order), accessToken });
  } catch {
    // Without a response the order stays on screen with its payment form: a second payment charges nothing twice.
    return { order, pleaseWait: null };
  }
}

export function HydrateFallback({ params }: { params: { id?: string } }) {
  return (
    <Frame title={titleOf(params.id ?? '')}>
      <NeedsScripts />
      <Skeleton className="h-96 rounded-tile noscript:hidden" />
    </Frame>
  );
}

export default function OrderPage({ loaderData, params, matches }: Route.ComponentProps) {
  // Order whose payment page the customer has returned from.
  const [backAt] = useState(() => (takePaymentReturn() ? params.id : null));
  const isPaid = loaderData.kind === 'order' && loaderData.order.paymentStatus === 'paid';
  const [received] = useState(backAt !== null && isPaid);
  usePaymentReceived(received, params.id);
  const store = matches[0].loaderData?.settings;
  const [searchParams] = useSearchParams();
  const { revalidate } = useRevalidator();
  if (loaderData.kind === 'missing') {
    return (
      <Frame title={titleOf(params.id)}>
        <Missing number={params.id} />
      </Frame>
    );
  }
  if (loaderData.kind === 'failed') {
    return (
      <Frame title={titleOf(params.id)}>
        <PageFailure title="This order could not be loaded">{noResponse('retry')}</PageFailure>
      </Frame>
    );
  }
  const { order, documents } = loaderData;
  const chosen = documents?.invoices.find(({ number }) => number === searchParams.get('invoice'));
  const printed = store ? printedSheet({ order, documents, store }, chosen) : null;
  const aside = (
    <>
      <OrderStatusBadge {...order} isPartlyShipped={isPartlyShipped(order)} />
      {printed && <PrintButton chosen={chosen} />}
    </>
  );
  return (
    <Frame title={titleOf(order.orderNumber)} aside={aside} printed={printed}>
      {chosen && store ? (
        <ChosenInvoice invoice={chosen} timeZone={store.timeZone} />
      ) : (
        <Details {...loaderData} unfinished={backAt === params.id} onSettled={revalidate} />
      )}
    </Frame>
  );
}

type FrameProps = {
  title: string;
  aside?: ReactNode;
  /** Printed instead of the page. */
  printed?: ReactNode;
  children: ReactNode;
};

function Frame({ title, aside, printed, children }: FrameProps) {
  // The number wraps as a whole.
  const [word, ...number] = title.split(' ');
  return (
    <div className="page-width py-8 sm:py-12">
      {printed}
      <div className="min-h-96 max-w-xl" data-print={printed ? 'none' : undefined}>
        <Breadcrumb steps={[{ label: 'Your orders', to: '/orders' }, { label: title }]} />
        <div className="mt-3 mb-8 flex flex-wrap items-center gap-x-4 gap-y-2">
          <h1 className="tabular text-2xl">
            {word} <span className="inline-block max-w-full wrap-anywhere">{number.join(' ')}</span>
          </h1>
          {aside}
        </div>
        {children}
      </div>
    </div>
  );
}

function Missing({ number }: { number: string }) {
  return (
    <EmptyState
      title="This order cannot be shown here"
      drawing={<NothingFoundDrawing />}
      action={
        <>
          <Link to={`/track?tracking=${encodeURIComponent(number)}`} className={buttonClass()}>
            Track it with your email
          </Link>
          <Link to="/orders" className={buttonClass({ variant: 'outline' })}>
            Your orders
          </Link>
        </>
      }
    >
      The number may be mistyped, or the order belongs to another account or browser.
    </EmptyState>
  );
}

type DetailsProps = Extract<Loaded, { kind: 'order' }> & {
  /** True after a return from an external payment page. */
  unfinished: boolean;
  onSettled: () => Promise<void>;
};

function Details(props: DetailsProps) {
  const { order, accessToken, pleaseWait, documents, messages, returns, unfinished, onSettled } = props;
  return (
    <div className="grid gap-10 lg:grid-cols-[minmax(0,1fr)_21rem] lg:gap-12">
      <div className="grid content-start gap-10">
        {isPaymentDue(order) && pleaseWait !== null && (
          <p role="status" className="rounded-control bg-primary-tint px-4 py-3 text-sm">
            {pleaseWait}
          </p>
        )}
        {isPaymentDue(order) && pleaseWait === null && (
          <Section title="Pay now" id="pay">
            <p className="-mt-1 mb-4 text-ink-muted text-sm">
              {dueText(order)}{' '}
              {order.shippingMethod === 'pickup'
                ? 'You can collect the order once it is paid.'
                : 'The order ships once it is paid.'}
            </p>
            <PayForm
              key={nextPaymentOf(order)}
              order={{ ...order, total: nextPaymentOf(order), accessToken }}
              onSettled={onSettled}
              unfinished={unfinished}
            />
            {restDueOf(order) === 0 && (
              <p className="mt-3 -ml-3">
                <CancelOrderButton
                  order={order}
                  accessToken={accessToken}
                  onSettled={() => void onSettled()}
                />
              </p>
            )}
          </Section>
        )}
        {order.replaces && <Replaces order={order} accessToken={accessToken} replaces={order.replaces} />}
        <Section title="Progress">
          <Timeline entries={timelineOf(order)} shippingMethod={order.shippingMethod} />
        </Section>
        {order.parcels && (
          <Section title="Parcels">
            <OrderParcels order={order} />
          </Section>
        )}
        <Section title="Items">
          <OrderLines
            items={order.items}
            reviewable={order.status === 'delivered' && order.user.id !== null}
          />
          {order.status === 'delivered' && (
            <div className="mt-4">
              <ReorderButton items={order.items} />
            </div>
          )}
        </Section>
        {returns.length > 0 && (
          <Section title="Returns">
            <OrderReturns order={order.orderNumber} accessToken={accessToken} returns={returns} />
          </Section>
        )}
        <Section title="Help with this order">
          <OrderHelp
            order={order}
            accessToken={accessToken}
            messages={messages}
            onChanged={() => void onSettled()}
          />
        </Section>
      </div>
      <aside className="grid content-start gap-6 self-start rounded-tile border border-line bg-raised p-5">
        <TotalsList totals={order} shippingLabel={shippingLabelOf(order.shippingMethod)} />
        <OrderFacts order={order}>
          <InvoiceLinks documents={documents} />
        </OrderFacts>
      </aside>
    </div>
  );
}

function dueText(order: Order): string {
  const rest = restDueOf(order);
  if (rest > 0) return `Your order was changed, and ${formatMoney(rest)} is still to pay.`;
  return order.reservedUntil
    ? `Your items are reserved until ${formatDateTime(order.reservedUntil)}.`
    : 'Your items are reserved.';
}

function Section({ title, id, children }: { title: string; id?: string; children: ReactNode }) {
  return (
    <section id={id}>
      <h2 className="mb-4 border-line border-b pb-2 text-lg">{title}</h2>
      {children}
    </section>
  );
}
