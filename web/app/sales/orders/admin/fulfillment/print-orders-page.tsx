import type { PublicSettings } from '@reprise/contract/foundations/settings';
import type { Order } from '@reprise/contract/sales/orders/order';
import { maxBulkOrders } from '@reprise/contract/sales/orders/orders';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { adminMeta } from '../../../../admin-ui/admin-meta.ts';
import { NotLoaded } from '../../../../admin-ui/loaded.tsx';
import { api } from '../../../../api/browser-api.ts';
import { useStoreSettings } from '../../../../foundations/settings/store-settings.ts';
import { Button } from '../../../../ui/button.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { Printer } from '../../../../ui/icons/lucide.tsx';
import { InvoiceSheet } from '../../invoices/invoice-sheet.tsx';
import { hasInvoice, OrderInvoice } from '../../invoices/order-invoice.tsx';
import type { OrderInvoices } from '../../invoices/order-invoices.tsx';
import { slipParcelsOf } from '../../parcels.ts';
import type { Route } from './+types/print-orders-page';
import { PackingSlip } from './packing-slip.tsx';
import { type PrintDocument, printDocuments } from './print-url.ts';

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
  const orders = useQuery({
    queryKey: ['print', printDocument, numbers],
    queryFn: () => readOrders(numbers, printDocument),
  });
  if (!orders.data || !store) return <NotLoaded query={orders} failed="These orders could not be loaded" />;
  const only = searchParams.get('number');
  const parcel = Number(searchParams.get('parcel')) || null;
  const sheets = orders.data.flatMap((printed) => sheetsOf(printed, { store, printDocument, only, parcel }));
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
        {sheets.map(({ key, content }) => (
          <div
            key={key}
            className="break-after-page overflow-x-auto rounded-tile border border-line bg-raised p-6 last:break-after-auto sm:p-10 print:border-0 print:bg-transparent print:p-0"
          >
            {content}
          </div>
        ))}
      </div>
    </>
  );
}

type Printed = { order: Order; documents: OrderInvoices };

/** Loads orders in sequence to limit the load. */
async function readOrders(numbers: string[], printDocument: PrintDocument): Promise<Printed[]> {
  const printed: Printed[] = [];
  for (const id of numbers) {
    const { order } = await api.getOrder({ params: { id } });
    const documents =
      printDocument === 'invoices' && hasInvoice(order)
        ? await api.listOrderInvoices({ params: { id } })
        : { invoices: [], predatesInvoices: false };
    printed.push({ order, documents });
  }
  return printed;
}

type SheetsOptions = {
  store: PublicSettings;
  printDocument: PrintDocument;
  only: string | null;
  parcel: number | null;
};
type Sheet = { key: string; content: ReactNode };

/** Returns the sheets of an order: a packing slip for each parcel, or its invoices and credit notes, or one of them. */
function sheetsOf(
  { order, documents }: Printed,
  { store, printDocument, only, parcel }: SheetsOptions,
): Sheet[] {
  if (printDocument === 'packing-slips') {
    const parcels = slipParcelsOf(order, parcel);
    if (parcels.length === 0)
      return [{ key: order.id, content: <PackingSlip order={order} store={store} /> }];
    return parcels.map((slip) => ({
      key: `${order.id} ${slip.number}`,
      content: <PackingSlip order={order} store={store} parcel={slip} />,
    }));
  }
  if (documents.predatesInvoices && hasInvoice(order)) {
    return [{ key: order.id, content: <OrderInvoice order={order} store={store} onScreen /> }];
  }
  return documents.invoices
    .filter(({ number }) => only === null || number === only)
    .map((invoice) => ({
      key: invoice.id,
      content: <InvoiceSheet invoice={invoice} timeZone={store.timeZone} onScreen />,
    }));
}
