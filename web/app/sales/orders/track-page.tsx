import { problemCodeOf } from '@reprise/contract/problem';
import { deliveryText } from '@reprise/contract/sales/orders/delivery';
import type { Order, Tracking } from '@reprise/contract/sales/orders/order';
import { pickupLabel } from '@reprise/contract/sales/orders/shipping/pickup';
import { useEffect, useRef, useState } from 'react';
import { Form, Link, useSearchParams } from 'react-router';
import { noResponse } from '../../api/error-message.ts';
import { addressLinesOf } from '../../forms/address/address-lines.tsx';
import { NeedsScripts } from '../../foundations/page-texts/needs-scripts.tsx';
import { CounterHours } from '../../foundations/settings/counter-hours.tsx';
import { pageMeta } from '../../rendering/page-meta.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Fact } from '../../ui/fact.tsx';
import { TextInput } from '../../ui/forms/text-input.tsx';
import { MailCheck } from '../../ui/icons/lucide.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TotalsList } from '../cart/totals-list.tsx';
import type { Route } from './+types/track-page';
import { OrderLines } from './order-lines.tsx';
import { OrderStatusBadge } from './order-status-badge.tsx';
import { Timeline } from './timeline.tsx';
import { TrackingNumber } from './tracking-number.tsx';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0], {
    title: 'Track an order',
    description: 'See where your parcel is, by tracking number or order number.',
    path: '/track',
  });

export default function TrackPage() {
  const { query, search, answer, retry } = useTracking();
  return (
    <div className="page-width py-8 sm:py-12">
      <div className="min-h-96 max-w-lg">
        <h1 className="text-2xl">Track an order</h1>
        <p className="mt-2 text-ink-muted">
          Enter the tracking number from our email, or your order number. With the order number and your
          email, you see the whole order.
        </p>
        <div className="mt-8">
          <NeedsScripts />
        </div>
        <LookUpForm query={query} search={search} busy={answer?.kind === 'looking'} />
        <div aria-live="polite" aria-busy={answer?.kind === 'looking'}>
          {answer && <Answer answer={answer} retry={retry} />}
        </div>
      </div>
    </div>
  );
}

type TrackingQuery = { number: string; email: string };
type AnswerState =
  | { kind: 'looking' }
  | { kind: 'found'; tracking: Tracking }
  | { kind: 'received'; message: string }
  | { kind: 'refused'; message: string }
  | { kind: 'failed' };

const notFound = 'Tracking number not found. Please check your tracking number and try again.';

/** The order number is a search param, the email is not, because URLs are shared and logged. */
function useTracking() {
  const [params, setParams] = useSearchParams();
  const number = params.get('tracking')?.trim() ?? '';
  const [email, setEmail] = useState('');
  const [attempt, setAttempt] = useState(0);
  const [answer, setAnswer] = useState<AnswerState | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt repeats the request
  useEffect(() => {
    if (number === '') return setAnswer(null);
    const controller = new AbortController();
    setAnswer({ kind: 'looking' });
    void lookUp({ number, email }, controller.signal).then((found) => {
      if (!controller.signal.aborted) setAnswer(found);
    });
    return () => controller.abort();
  }, [number, email, attempt]);

  const search = (newQuery: TrackingQuery) => {
    setEmail(newQuery.email);
    setAttempt((count) => count + 1);
    if (newQuery.number !== number) setParams({ tracking: newQuery.number }, { preventScrollReset: true });
  };
  return { query: { number, email }, search, answer, retry: () => setAttempt((count) => count + 1) };
}

async function lookUp({ number, email }: TrackingQuery, signal: AbortSignal): Promise<AnswerState> {
  try {
    const { api } = await import('../../api/browser-api.ts');
    const query = email === '' ? {} : { email };
    const answer = await api.trackOrder({ params: { number }, query }, { signal });
    if ('received' in answer) return { kind: 'received', message: answer.message };
    return { kind: 'found', tracking: answer };
  } catch (error) {
    const code = problemCodeOf(error);
    if (code === 'NOT_FOUND' || code === 'VALIDATION_ERROR') return { kind: 'refused', message: notFound };
    if (code === 'RATE_LIMITED') return { kind: 'refused', message: (error as Error).message };
    return { kind: 'failed' };
  }
}

function LookUpForm({
  query,
  search,
  busy,
}: {
  query: TrackingQuery;
  search: (newQuery: TrackingQuery) => void;
  busy: boolean;
}) {
  const numberField = useRef<HTMLInputElement>(null);
  const emailField = useRef<HTMLInputElement>(null);
  return (
    <Form
      action="/track"
      onSubmit={(event) => {
        event.preventDefault();
        const number = numberField.current?.value.trim() ?? '';
        if (number !== '' && !busy) search({ number, email: emailField.current?.value.trim() ?? '' });
      }}
      className="grid items-end gap-4 noscript:hidden sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]"
    >
      <TextInput
        key={query.number}
        ref={numberField}
        label="Tracking or order number"
        name="tracking"
        defaultValue={query.number}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={200}
        className="tabular"
      />
      <TextInput
        ref={emailField}
        label="Email (optional)"
        type="email"
        autoComplete="email"
        maxLength={254}
      />
      <Button type="submit" loading={busy}>
        Track
      </Button>
    </Form>
  );
}

function Answer({ answer, retry }: { answer: AnswerState; retry: () => void }) {
  if (answer.kind === 'looking') return <Skeleton className="mt-10 h-96 rounded-tile" />;
  if (answer.kind === 'found') return <TrackingDetails tracking={answer.tracking} />;
  if (answer.kind === 'received') return <ReceivedNotice message={answer.message} />;
  if (answer.kind === 'failed') {
    return (
      <ErrorState title="We could not look up your order" onRetry={retry}>
        {noResponse('retry')}
      </ErrorState>
    );
  }
  return (
    <div className="mt-8">
      <ProblemBox message={answer.message} />
    </div>
  );
}

function ReceivedNotice({ message }: { message: string }) {
  return (
    <section className="mt-10 flex gap-3 rounded-tile border border-line bg-raised px-5 py-5">
      <MailCheck className="mt-0.5 size-5 shrink-0 text-good-text" aria-hidden="true" />
      <div>
        <h2 className="text-lg">Order received</h2>
        <p className="mt-1">{message}</p>
        <p className="mt-1 text-ink-muted text-sm">Enter that number above to track your order.</p>
      </div>
    </section>
  );
}

function TrackingDetails({ tracking }: { tracking: Tracking }) {
  const { orderNumber, status, carrier, trackingNumber, timeline, order, accessToken: token } = tracking;
  const { shippingMethod } = tracking;
  const isCollected = shippingMethod === 'pickup';
  const open = status !== 'delivered' && status !== 'cancelled' && !(isCollected && status === 'shipped');
  return (
    <article className="mt-10 rounded-tile border border-line bg-raised">
      <header className="flex flex-wrap items-center justify-between gap-3 border-line border-b px-5 py-4">
        <h2 className="tabular text-lg">{orderNumber ? `Order ${orderNumber}` : 'Your parcel'}</h2>
        <OrderStatusBadge status={status} shippingMethod={shippingMethod} />
      </header>
      <dl className="grid gap-x-8 gap-y-3 border-line border-b px-5 py-4 text-sm sm:grid-cols-3">
        {open && (
          <Fact className="tabular" label={isCollected ? 'Expected to be ready' : 'Estimated delivery'}>
            {deliveryText(tracking)}
          </Fact>
        )}
        {isCollected && status === 'shipped' && <Fact label={pickupLabel}>Ready for you</Fact>}
        {carrier && (
          <Fact className="tabular" label="Carrier">
            {carrier}
          </Fact>
        )}
        {trackingNumber && (
          <Fact className="tabular" label="Tracking number">
            <TrackingNumber carrier={carrier} trackingNumber={trackingNumber} />
          </Fact>
        )}
        {status === 'cancelled' && (
          <Fact className="tabular" label="Delivery">
            This order was cancelled{isCollected ? '.' : ' and will not be delivered.'}
          </Fact>
        )}
      </dl>
      <div className="px-5 py-5">
        <Timeline entries={timeline} shippingMethod={shippingMethod} />
      </div>
      {order && (
        <div className="grid gap-6 border-line border-t px-5 py-5">
          <OrderLines items={order.items} />
          <TotalsList totals={order} {...(isCollected && { shippingLabel: pickupLabel })} />
          <p className="text-sm">
            <span className="text-ink-muted">{isCollected ? `${pickupLabel}: ` : 'Ships to '}</span>
            {addressText(order.shippingAddress, isCollected)}
            {isCollected && <CounterHours />}
          </p>
          <Link
            to={`/orders/${order.orderNumber}${token ? `#token=${token}` : ''}`}
            // The order page reads the token from the location, which a client navigation changes too late.
            reloadDocument={token !== undefined}
            className="text-link text-sm"
          >
            Open the order
          </Link>
        </div>
      )}
    </article>
  );
}

function addressText(to: Order['shippingAddress'], isCollected: boolean): string {
  return [isCollected ? '' : to.name, ...addressLinesOf(to)].filter(Boolean).join(', ');
}
