import { isRefused } from '@reprise/contract/problem';
import type { ConversationMessage } from '@reprise/contract/sales/conversations';
import type { OrderReturn, Returnable } from '@reprise/contract/sales/returns/return';
import type { ReactNode } from 'react';
import { Link, useRevalidator } from 'react-router';
import { api } from '../../api/browser-api.ts';
import { noResponse } from '../../api/error-message.ts';
import { NeedsScripts } from '../../foundations/page-texts/needs-scripts.tsx';
import { privatePageMeta } from '../../session/private-page-meta.ts';
import { Breadcrumb } from '../../ui/breadcrumb.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { NothingFoundDrawing } from '../../ui/drawings/nothing-found-drawing.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { loadOrderMessages } from '../conversations/write-about-order.tsx';
import type { Route } from './+types/return-page';
import { accessTo, type OrderAccess } from './return-access.ts';
import { ReturnCase } from './return-case.tsx';
import { ReturnForm } from './return-form.tsx';
import { ReturnSheet } from './return-sheet.tsx';

export const meta: Route.MetaFunction = ({ matches }) =>
  privatePageMeta('Return', matches[0].loaderData?.settings.storeName);

type WrittenAbout = Pick<OrderReturn, 'orderId' | 'orderNumber'>;

type Loaded =
  | { kind: 'form'; returnable: Returnable; access: OrderAccess }
  | {
      kind: 'case';
      orderReturn: OrderReturn;
      access: OrderAccess;
      about: WrittenAbout;
      messages: ConversationMessage[] | null;
    }
  | { kind: 'missing' }
  | { kind: 'failed' };

/** Loads what can be returned, or the return that the URL names, with the access that the order has. */
export async function clientLoader({ params: { id }, request }: Route.ClientLoaderArgs): Promise<Loaded> {
  const access = accessTo(id);
  const number = new URL(request.url).searchParams.get('return');
  try {
    if (number !== null) {
      const { return: orderReturn } = await api.getReturn({ params: { number } }, access);
      const about = writtenAbout(orderReturn, id);
      const messages = await loadOrderMessages(about.orderId, access);
      return { kind: 'case', orderReturn, access, about, messages };
    }
    const { returnable } = await api.getReturnable({ params: { id } }, access);
    return { kind: 'form', returnable, access };
  } catch (error) {
    return isRefused(error) ? { kind: 'missing' } : { kind: 'failed' };
  }
}
clientLoader.hydrate = true as const;

/** Returns the order whose conversation the page shows: a replacement gives no access to that of the first order. */
function writtenAbout({ orderId, orderNumber }: OrderReturn, id: string): WrittenAbout {
  return id === orderId || id === orderNumber ? { orderId, orderNumber } : { orderId: id, orderNumber: id };
}

export function HydrateFallback({ params }: { params: { id?: string } }) {
  return (
    <Frame order={params.id ?? ''} title="Return">
      <NeedsScripts />
      <Skeleton className="h-96 rounded-tile noscript:hidden" />
    </Frame>
  );
}

export default function ReturnPage({ loaderData, params }: Route.ComponentProps) {
  const { revalidate, state } = useRevalidator();
  const order = params.id;
  switch (loaderData.kind) {
    case 'form':
      return (
        <Frame order={order} title="Return or repair">
          <ReturnForm key={order} order={order} {...loaderData} />
        </Frame>
      );
    case 'case':
      return (
        <Frame
          order={order}
          title={
            <>
              Return <span className="whitespace-nowrap">{loaderData.orderReturn.number}</span>
            </>
          }
          sheet={<ReturnSheet orderReturn={loaderData.orderReturn} />}
        >
          <ReturnCase {...loaderData} onChanged={() => void revalidate()} />
        </Frame>
      );
    case 'failed':
      return (
        <Frame order={order} title="Return">
          <ErrorState
            title="The return could not be loaded"
            onRetry={() => void revalidate()}
            retrying={state === 'loading'}
          >
            {noResponse('unchanged')}
          </ErrorState>
        </Frame>
      );
    case 'missing':
      return (
        <Frame order={order} title="Return">
          <EmptyState
            title="This order cannot be shown here"
            drawing={<NothingFoundDrawing />}
            action={
              <Link to={`/track?tracking=${encodeURIComponent(order)}`} className={buttonClass()}>
                Find it with your email
              </Link>
            }
          >
            It may belong to another account, or the link of the email is older than 90 days.
          </EmptyState>
        </Frame>
      );
  }
}

/** `sheet`: printed instead of the page. */
type FrameProps = { order: string; title: ReactNode; sheet?: ReactNode; children: ReactNode };

function Frame({ order, title, sheet, children }: FrameProps) {
  return (
    <div className="page-width py-8 sm:py-12">
      <div className="min-h-96 max-w-lg" data-print={sheet ? 'none' : undefined}>
        <Breadcrumb
          steps={[
            { label: 'Your orders', to: '/orders' },
            { label: order.startsWith('MJ') ? `Order ${order}` : 'Your order', to: `/orders/${order}` },
            { label: 'Return' },
          ]}
        />
        <h1 className="tabular mt-3 mb-8 text-2xl">{title}</h1>
        {children}
      </div>
      {sheet}
    </div>
  );
}
