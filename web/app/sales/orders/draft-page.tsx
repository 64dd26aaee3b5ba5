import { formatMoney, timesCents } from '@reprise/contract/money';
import { isRefused } from '@reprise/contract/problem';
import type { OpenedDraft } from '@reprise/contract/sales/orders/draft-orders';
import { shippingLabelOf } from '@reprise/contract/sales/orders/shipping/pickup';
import { exemptWords } from '@reprise/contract/sales/orders/tax/exemption';
import { type ReactNode, useState } from 'react';
import { useRevalidator } from 'react-router';
import { api } from '../../api/browser-api.ts';
import { messageOf, noResponse } from '../../api/error-message.ts';
import { formatDate } from '../../formats.ts';
import { AddressLines } from '../../forms/address/address-lines.tsx';
import { NeedsScripts } from '../../foundations/page-texts/needs-scripts.tsx';
import { privatePageMeta } from '../../session/private-page-meta.ts';
import { Button } from '../../ui/button.tsx';
import { NothingFoundDrawing } from '../../ui/drawings/nothing-found-drawing.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageFailure } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TotalsList } from '../cart/totals-list.tsx';
import type { Route } from './+types/draft-page';
import { BilledTo } from './billed-to.tsx';

const title = 'Your order';

export const meta: Route.MetaFunction = ({ matches }) =>
  privatePageMeta(title, matches[0].loaderData?.settings.storeName);

type Loaded = { kind: 'draft'; draft: OpenedDraft; token: string } | { kind: 'missing' } | { kind: 'failed' };

/** Loads the draft of the link, whose secret is in the URL fragment. */
export async function clientLoader(): Promise<Loaded> {
  const token = new URLSearchParams(window.location.hash.slice(1)).get('token') ?? '';
  if (token === '') return { kind: 'missing' };
  try {
    const { draft } = await api.openDraftOrder({ body: { token } });
    return { kind: 'draft', draft, token };
  } catch (error) {
    return isRefused(error) ? { kind: 'missing' } : { kind: 'failed' };
  }
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return (
    <Frame>
      <NeedsScripts />
      <Skeleton className="h-80 rounded-tile noscript:hidden" />
    </Frame>
  );
}

export default function DraftPage({ loaderData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  if (loaderData.kind === 'failed') {
    return (
      <Frame>
        <PageFailure title="This order could not be loaded">{noResponse('unchanged')}</PageFailure>
      </Frame>
    );
  }
  if (loaderData.kind === 'missing') {
    return (
      <Frame>
        <EmptyState drawing={<NothingFoundDrawing />} title="This link is not valid">
          Check that it is complete, or ask the store for another one.
        </EmptyState>
      </Frame>
    );
  }
  const { draft, token } = loaderData;
  return (
    <Frame>
      <Opened draft={draft} token={token} onReload={revalidate} />
    </Frame>
  );
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <div className="page-width py-8 sm:py-12">
      <div className="min-h-96 max-w-xl">
        <h1 className="mb-8 text-2xl">{title}</h1>
        {children}
      </div>
    </div>
  );
}

const closed = {
  cancelled: 'The store has cancelled this order. Ask it for another link.',
  expired: 'This link has expired. Ask the store for another one.',
} as const;

type OpenedProps = { draft: OpenedDraft; token: string; onReload: () => Promise<void> };

function Opened({ draft, token, onReload }: OpenedProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const [isPlacing, setIsPlacing] = useState(false);
  const { status, lines, total, version } = draft;
  const place = async () => {
    setIsPlacing(true);
    setProblem(null);
    try {
      const { order, accessToken } = await api.placeDraftOrder({ body: { token, version, total } });
      // A new document: the loader of the order reads the token from the address, which a client navigation sets later.
      window.location.assign(`/orders/${order.orderNumber}#token=${accessToken}`);
    } catch (error) {
      setProblem(messageOf(error, noResponse('safe')));
      // Shows what the store changed.
      await onReload();
    } finally {
      setIsPlacing(false);
    }
  };
  const isClosed = status === 'cancelled' || status === 'expired';
  return (
    <div className="grid gap-6">
      <ul className="divide-y divide-line border-line border-y" aria-label="Items">
        {lines.map((line) => (
          <li key={`${line.product} ${line.name}`} className="flex items-baseline gap-4 py-3">
            <span className="wrap-anywhere min-w-0 flex-1">
              {line.quantity} × {line.name}
            </span>
            <span className="tabular whitespace-nowrap">
              {formatMoney(timesCents(line.price, line.quantity))}
            </span>
          </li>
        ))}
      </ul>
      <TotalsList totals={draft} shippingLabel={shippingLabelOf(draft.shippingMethod)} />
      {draft.isExempt && <p className="text-sm">{exemptWords}</p>}
      <address className="wrap-anywhere text-sm not-italic">
        <span className="caption block">Ship to</span>
        {draft.shippingAddress.name}
        <br />
        <AddressLines to={draft.shippingAddress} />
      </address>
      {draft.billing && (
        <p className="text-sm">
          <span className="caption block">Billed to</span>
          <BilledTo order={draft} />
        </p>
      )}
      {problem && (
        <p role="alert" className="rounded-tile bg-bad-tint px-4 py-3 text-bad-text text-sm">
          {problem}
        </p>
      )}
      {isClosed ? (
        <p className="text-ink-muted">{closed[status]}</p>
      ) : (
        <div>
          <Button wide loading={isPlacing} onClick={() => void place()}>
            {buttonText(draft)}
          </Button>
          {status === 'open' && (
            <p className="mt-2 text-ink-muted text-sm">
              The items are reserved when you continue. Open until {formatDate(draft.expiresAt)}.
            </p>
          )}
        </div>
      )}
    </div>
  );
}

function buttonText({ status, total }: OpenedDraft): string {
  if (status === 'ordered') return 'Go to your order';
  return total === 0 ? 'Confirm order' : `Continue to pay ${formatMoney(total)}`;
}
