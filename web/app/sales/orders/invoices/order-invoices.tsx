import type { PublicSettings } from '@reprise/contract/foundations/settings';
import { formatMoney } from '@reprise/contract/money';
import type { Invoice } from '@reprise/contract/sales/orders/invoice';
import type { Order } from '@reprise/contract/sales/orders/order';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { api } from '../../../api/browser-api.ts';
import { Button } from '../../../ui/button.tsx';
import { Fact } from '../../../ui/fact.tsx';
import { ArrowLeft, Printer } from '../../../ui/icons/lucide.tsx';
import { InvoiceSheet, titleOf } from './invoice-sheet.tsx';
import { hasInvoice, OrderInvoice } from './order-invoice.tsx';

/** Invoices and credit notes of an order. */
export type OrderInvoices = { invoices: Invoice[]; predatesInvoices: boolean };

/** Loads the documents of a paid order; null if that fails, because the order is readable without them. */
export async function loadInvoices(order: Order, accessToken: string | null): Promise<OrderInvoices | null> {
  if (!hasInvoice(order)) return { invoices: [], predatesInvoices: false };
  const options = accessToken === null ? {} : { orderToken: accessToken };
  return api.listOrderInvoices({ params: { id: order.id } }, options).catch(() => null);
}

type PrintableProps = { order: Order; documents: OrderInvoices | null; store: PublicSettings };

/** Returns the sheet to print: the chosen document or the newest invoice. */
export function printedSheet({ order, documents, store }: PrintableProps, chosen?: Invoice): ReactNode {
  if (!documents) return null;
  const invoice = chosen ?? documents.invoices.findLast(({ kind }) => kind === 'invoice');
  if (invoice) return <InvoiceSheet invoice={invoice} timeZone={store.timeZone} />;
  return documents.predatesInvoices ? <OrderInvoice order={order} store={store} /> : null;
}

/** Button that prints the sheet of the page. */
export function PrintButton({ chosen }: { chosen: Invoice | undefined }) {
  return (
    <Button variant="outline" size="sm" className="ml-auto" onClick={() => window.print()}>
      <Printer className="size-4" aria-hidden="true" />
      Print {chosen ? titleOf(chosen).toLowerCase() : 'invoice'}
    </Button>
  );
}

/** Links that open the documents of an order on its page. */
export function InvoiceLinks({ documents }: { documents: OrderInvoices | null }) {
  const { hash } = useLocation();
  if (!documents || documents.invoices.length === 0) return null;
  return (
    <Fact label={documents.invoices.length === 1 ? 'Invoice' : 'Invoices and credit notes'}>
      <ul className="grid gap-1">
        {documents.invoices.map((invoice) => (
          <li key={invoice.id} className="flex flex-wrap items-baseline justify-between gap-x-3">
            {/* The hash of a mailed link has the token that opens the order. */}
            <Link
              to={{ search: `?invoice=${encodeURIComponent(invoice.number)}`, hash }}
              className="tabular text-link wrap-anywhere"
            >
              {titleOf(invoice)} {invoice.number}
            </Link>
            <span className="tabular text-ink-muted">
              {invoice.kind === 'invoice' ? '' : '−'}
              {formatMoney(invoice.amount)}
            </span>
          </li>
        ))}
      </ul>
    </Fact>
  );
}

/** Document on screen, in place of its order. */
export function ChosenInvoice({ invoice, timeZone }: { invoice: Invoice; timeZone: string }) {
  const { hash } = useLocation();
  return (
    <>
      <p className="mb-5">
        <Link to={{ search: '', hash }} className="inline-flex items-center gap-1.5 text-link text-sm">
          <ArrowLeft className="size-4" aria-hidden="true" />
          Back to the order
        </Link>
      </p>
      <div className="overflow-x-auto rounded-tile border border-line bg-raised p-5 sm:p-10">
        <InvoiceSheet invoice={invoice} timeZone={timeZone} onScreen />
      </div>
    </>
  );
}
