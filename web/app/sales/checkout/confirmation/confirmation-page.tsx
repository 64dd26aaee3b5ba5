import { formatMoney } from '@reprise/contract/money';
import {
  type DeliverySpan,
  type DeliveryTerms,
  dayRange,
  deliveryDaysText,
  deliverySpan,
  processingDays,
} from '@reprise/contract/sales/orders/delivery';
import { pickupLabel } from '@reprise/contract/sales/orders/shipping/pickup';
import { ratesIn } from '@reprise/contract/sales/orders/shipping/zones';
import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { formatDateTime } from '../../../formats.ts';
import { addressLinesOf } from '../../../forms/address/address-lines.tsx';
import { useAddressForms } from '../../../forms/address/use-address-forms.ts';
import { CounterHours } from '../../../foundations/settings/counter-hours.tsx';
import { useStoreSettings } from '../../../foundations/settings/store-settings.ts';
import { useAuth } from '../../../session/auth-store.ts';
import { privatePageMeta } from '../../../session/private-page-meta.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { ParcelDrawing } from '../../../ui/drawings/parcel-drawing.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { CircleCheck, Clock3, TriangleAlert } from '../../../ui/icons/lucide.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { TotalsList } from '../../cart/totals-list.tsx';
import { useReportPurchase } from '../../search-analytics/use-report-purchase.ts';
import { SummaryLines } from '../order-summary.tsx';
import type { PlacedOrder, SentOrder } from '../outbox/sent-order.ts';
import { useSentOrder } from '../outbox/use-sent-order.ts';
import type { Route } from './+types/confirmation-page';
import { AccountOffer } from './account-offer.tsx';
import {
  type ConfirmationState,
  deliveryOf,
  readConfirmation,
  storeConfirmation,
} from './confirmation-state.ts';
import { usePaymentStatus } from './use-payment-status.ts';

export const meta: Route.MetaFunction = ({ matches }) =>
  privatePageMeta('Your order', matches[0].loaderData?.settings.storeName);

export default function ConfirmationPage() {
  const confirmation = useConfirmation();
  const order = useSentOrder(confirmation?.key);
  const pleaseWait = usePaymentStatus(order);
  useReportPurchase(order?.state === 'placed' && order.paid ? order : undefined);
  return (
    <div className="page-width py-10 sm:py-16">
      <div className="mx-auto max-w-lg">
        {confirmation === undefined ? (
          <Skeleton className="h-96" />
        ) : confirmation === null ? (
          <NoOrder />
        ) : (
          <Outcome confirmation={confirmation} order={order} pleaseWait={pleaseWait} />
        )}
      </div>
    </div>
  );
}

/** Undefined before hydration; null when no order led to this page. */
function useConfirmation(): ConfirmationState | null | undefined {
  const { state } = useLocation();
  const [confirmation, setConfirmation] = useState<ConfirmationState | null>();
  useEffect(() => {
    const stored = readConfirmation(state);
    if (stored) storeConfirmation(stored);
    setConfirmation(stored);
  }, [state]);
  return confirmation;
}

function NoOrder() {
  return (
    <>
      <h1 className="sr-only">Order confirmation</h1>
      <EmptyState
        title="No order to show"
        drawing={<ParcelDrawing />}
        action={
          <>
            <Link to="/orders" className={buttonClass()}>
              See your orders
            </Link>
            <Link to="/track" className={buttonClass({ variant: 'outline' })}>
              Track a parcel
            </Link>
          </>
        }
      >
        This page appears right after a purchase. Find earlier orders under Orders, or by their number.
      </EmptyState>
    </>
  );
}

type OutcomeProps = {
  confirmation: ConfirmationState;
  order: SentOrder | undefined;
  /** Reason to wait before paying, although the order is not known to be paid. */
  pleaseWait: string | null;
};

function Outcome({ confirmation: sent, order, pleaseWait }: OutcomeProps) {
  const confirmation = order?.state === 'placed' ? { ...sent, ...deliveryOf(order) } : sent;
  if (order?.state === 'waiting') return <Confirming confirmation={confirmation} owner={order.owner} />;
  if (order?.state === 'refused') return <RejectedNotice order={order} message={order.message} />;
  const placed = order?.state === 'placed' ? order : undefined;
  const number = placed?.orderNumber ?? confirmation.orderNumber;
  const address = `/orders/${encodeURIComponent(number)}`;
  if (placed && !placed.paid && pleaseWait !== null) {
    return (
      <Frame
        icon={<Clock3 className="text-primary-text" aria-hidden="true" />}
        title="Your order is placed, the payment is on its way"
        action={
          <Link to={address} className={buttonClass()}>
            View order
          </Link>
        }
        confirmation={{ ...confirmation, orderNumber: number, orderTotal: placed.total }}
        order={placed}
      >
        {pleaseWait}
      </Frame>
    );
  }
  if (placed && !placed.paid) {
    return (
      <Frame
        icon={<Clock3 className="text-warn-text" aria-hidden="true" />}
        title="Your order is placed, the payment is still due"
        action={
          <Link to={address} className={buttonClass({ size: 'lg' })}>
            Pay now
          </Link>
        }
        confirmation={{ ...confirmation, orderNumber: number, orderTotal: placed.total }}
        order={placed}
      >
        {placed.reservedUntil
          ? `Your items are reserved until ${formatDateTime(placed.reservedUntil)}.`
          : 'Your items are reserved.'}{' '}
        {confirmation.shippingMethod === 'pickup'
          ? 'You can collect the order once it is paid.'
          : 'The order ships once it is paid.'}
      </Frame>
    );
  }
  return (
    <Frame
      icon={<CircleCheck className="text-good-text" aria-hidden="true" />}
      title="Thank you, your order is confirmed"
      action={
        <>
          <Link to={address} className={buttonClass()}>
            View order
          </Link>
          <Link to="/products" className={buttonClass({ variant: 'outline' })}>
            Continue shopping
          </Link>
        </>
      }
      confirmation={{ ...confirmation, orderNumber: number }}
      order={placed}
    >
      We are sending a confirmation to <strong className="font-medium text-ink">{confirmation.email}</strong>.
    </Frame>
  );
}

function Confirming({ confirmation, owner }: { confirmation: ConfirmationState; owner: string | null }) {
  const user = useAuth((state) => state.user);
  const signedOut = owner !== null && owner !== user?.id;
  return (
    <Frame
      icon={<Clock3 className="text-primary-text" aria-hidden="true" />}
      title="We are confirming your order"
      confirmation={confirmation}
      action={
        signedOut && (
          <Link to="/login?from=/order-confirmation" className={buttonClass()}>
            Sign In
          </Link>
        )
      }
    >
      {signedOut
        ? 'Your session has ended. Sign in again, and we will finish sending your order.'
        : 'The shop has not responded yet. We keep trying, even if you close this page and come back. Your order cannot be placed twice, and nothing has been charged.'}
    </Frame>
  );
}

function RejectedNotice({ order, message }: { order: SentOrder; message: string }) {
  const { reference, buyNow } = order;
  return (
    <section>
      <TriangleAlert className="size-9 text-bad-text" strokeWidth={1.5} aria-hidden="true" />
      <h1 className="mt-4 text-2xl">Your order was not placed</h1>
      <div role="status" className="mt-3 text-ink-muted">
        <p>{message}</p>
        <p>
          Nothing was charged for <span className="tabular">{reference}</span>
          {buyNow === undefined && ', and your items are back in your cart'}.
        </p>
      </div>
      <p className="mt-8">
        <Link to={buyNow === undefined ? '/cart' : `/product/${buyNow}`} className={buttonClass()}>
          {buyNow === undefined ? 'Go to the cart' : 'Back to the product'}
        </Link>
      </p>
    </section>
  );
}

type FrameProps = {
  icon: ReactNode;
  title: string;
  action: ReactNode;
  confirmation: ConfirmationState;
  /** Present once the shop has answered. */
  order?: PlacedOrder | undefined;
  children: ReactNode;
};

function Frame({ icon, title, action, confirmation, order, children }: FrameProps) {
  const store = useStoreSettings();
  const isCollected = confirmation.shippingMethod === 'pickup';
  const settings = store && ratesIn(store, confirmation.shippingAddress?.country);
  return (
    <section>
      <span className="[&_svg]:size-9 [&_svg]:stroke-[1.5]" aria-hidden="true">
        {icon}
      </span>
      <div role="status">
        <h1 className="mt-4 text-2xl">{title}</h1>
        <p className="mt-3 text-ink-muted">{children}</p>
      </div>
      <dl className="mt-8 divide-y divide-line border-line border-y">
        <Row label="Order number">
          <span className="font-semibold">{confirmation.orderNumber}</span>
        </Row>
        <Row label="Total">{formatMoney(confirmation.orderTotal)}</Row>
        <Row label="Email">{confirmation.email}</Row>
        {settings && (
          <Row label={isCollected ? 'Expected to be ready' : 'Estimated delivery'}>
            {dayRange(arrivalOf(confirmation, settings))}
          </Row>
        )}
        {confirmation.shippingAddress && (
          <ShipsTo address={confirmation.shippingAddress} isCollected={isCollected} />
        )}
      </dl>
      {isCollected && (
        <p className="mt-5 text-ink-muted text-sm">
          Please wait for our email that your order is ready before you come to collect it.
        </p>
      )}
      {settings && !isCollected && (
        <ul className="mt-5 grid gap-1 text-ink-muted text-sm">
          <li>Processing takes {processingDays}.</li>
          <li>
            {confirmation.shippingMethod === 'express' ? 'Express' : 'Standard'} shipping takes{' '}
            {deliveryDaysText(settings, confirmation.shippingMethod)}.
          </li>
          <li>At the earliest, your order arrives on {earliestDay(confirmation, settings)}.</li>
        </ul>
      )}
      {action && <p className="mt-8 flex flex-wrap gap-3">{action}</p>}
      {confirmation.lines && confirmation.lines.length > 0 && (
        <section aria-labelledby="ordered" className="mt-10 grid gap-4">
          <h2 id="ordered" className="text-lg">
            Your items
          </h2>
          <SummaryLines lines={confirmation.totals?.lines ?? confirmation.lines} />
          {confirmation.totals && (
            <TotalsList totals={confirmation.totals} {...(isCollected && { shippingLabel: pickupLabel })} />
          )}
        </section>
      )}
      {order && <AccountOffer order={order} confirmation={confirmation} />}
    </section>
  );
}

type ShipsToProps = { address: NonNullable<ConfirmationState['shippingAddress']>; isCollected: boolean };

function ShipsTo({ address: to, isCollected }: ShipsToProps) {
  const form = useAddressForms().forms.find(({ country }) => country === to.country);
  const place = addressLinesOf(to, form);
  const lines = isCollected ? place : [`${to.firstName} ${to.lastName}`, ...place];
  return (
    <Row label={isCollected ? pickupLabel : 'Ships to'}>
      <address className="text-right not-italic">
        {lines.map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
        {isCollected && <CounterHours />}
      </address>
    </Row>
  );
}

/** Returns the days that the shop has promised, or those counted from the time of the order until it answers. */
function arrivalOf(
  { shippingMethod, sentAt, delivery }: ConfirmationState,
  terms: DeliveryTerms,
): DeliverySpan {
  if (!delivery) return deliverySpan(new Date(sentAt), terms, shippingMethod);
  return { from: new Date(delivery.estimatedDelivery), to: new Date(delivery.latestDelivery) };
}

function earliestDay(confirmation: ConfirmationState, terms: DeliveryTerms): string {
  const { from } = arrivalOf(confirmation, terms);
  return dayRange({ from, to: from });
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-6 py-3">
      <dt className="text-ink-muted text-sm">{label}</dt>
      <dd className="tabular min-w-0 break-words">{children}</dd>
    </div>
  );
}
