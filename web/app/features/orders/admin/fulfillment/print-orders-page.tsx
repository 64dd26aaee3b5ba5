import type { Order } from '@reprise/contract/orders/order';
import { maxBulkOrders } from '@reprise/contract/orders/orders';
import type { PublicSettings } from '@reprise/contract/settings';
import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { adminMeta } from '../../../../admin-ui/admin-meta.ts';
import { messageOf } from '../../../../admin-ui/error-message.ts';
import { api } from '../../../../api/browser-api.ts';
import { Button } from '../../../../ui/button.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { ErrorState } from '../../../../ui/error-state.tsx';
import { Spinner } from '../../../../ui/spinner.tsx';
import { useStoreSettings } from '../../../settings/store-settings.ts';
import { hasInvoice, Invoice } from '../../invoice.tsx';
import type { Route } from './+types/print-orders-page';
import { PackingSlip } from './packing-slip.tsx';
import { printDocuments } from './print-url.ts';

export const meta = () => adminMeta('Print');

const titles = { 'packing-slips': 'Packing slips', invoices: 'Invoices' } as const;

/** Preview and print view of orders, one sheet each. */
export default function PrintOrdersPage({ params }: Route.ComponentProps) {
  const printDocument = printDocuments.find((choice) => choice === params.paper) ?? 'packing-slips';
  const [searchParams] = useSearchParams();
  const numbers = [...new Set((searchParams.get('orders') ?? '').split(',').filter(Boolean))].slice(
    0,
    maxBulkOrders,
  );
  const store = useStoreSettings();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['print', numbers],
    queryFn: () => readOrders(numbers),
  });
  if (error) {
    return (
      <ErrorState title="These orders could not be loaded" onRetry={() => refetch()} retrying={isFetching}>
        {messageOf(error, 'The shop did not respond.')}
      </ErrorState>
    );
  }
  if (!data || !store) {
    return (
      <div className="grid h-96 place-items-center text-ink-muted text-xl">
        <Spinner label="Loading" />
      </div>
    );
  }
  const sheets = printDocument === 'invoices' ? data.filter(hasInvoice) : data;
  return (
    <>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3 print:hidden">
        <h1 className="text-lg sm:text-xl">
          {titles[printDocument]} <span className="tabular font-normal text-ink-muted">{sheets.length}</span>
        </h1>
        {sheets.length > 0 && (
          <Button onClick={() => window.print()}>
            <Printer className="size-4" aria-hidden="true" />
            Print
          </Button>
        )}
      </div>
      {sheets.length === 0 && (
        <EmptyState Icon={Printer} title="Nothing to print">
          {printDocument === 'invoices'
            ? 'An order has an invoice once it is paid.'
            : 'Choose orders in the list.'}
        </EmptyState>
      )}
      <div className="grid gap-6 print:block">
        {sheets.map((order) => (
          <Sheet key={order.id} order={order} store={store} printDocument={printDocument} />
        ))}
      </div>
    </>
  );
}

/** Loads orders in sequence to limit the load. */
async function readOrders(numbers: string[]): Promise<Order[]> {
  const orders: Order[] = [];
  for (const id of numbers) orders.push((await api.getOrder({ params: { id } })).order);
  return orders;
}

type SheetProps = { order: Order; store: PublicSettings; printDocument: (typeof printDocuments)[number] };

function Sheet({ order, store, printDocument }: SheetProps) {
  return (
    <div className="break-after-page rounded-tile border border-line bg-raised p-6 last:break-after-auto sm:p-10 print:border-0 print:bg-transparent print:p-0">
      {printDocument === 'invoices' ? (
        <Invoice order={order} store={store} onScreen />
      ) : (
        <PackingSlip order={order} store={store} />
      )}
    </div>
  );
}
