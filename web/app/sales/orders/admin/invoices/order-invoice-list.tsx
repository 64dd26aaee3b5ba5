import { formatMoney } from '@reprise/contract/money';
import type { Order } from '@reprise/contract/sales/orders/order';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../../api/browser-api.ts';
import { messageOf } from '../../../../api/error-message.ts';
import { formatDateTime } from '../../../../formats.ts';
import { buttonClass } from '../../../../ui/button.tsx';
import { Printer } from '../../../../ui/icons/lucide.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { titleOf } from '../../invoices/invoice-sheet.tsx';
import { invoiceUrl, printUrl } from '../fulfillment/print-url.ts';
import { OrderSection } from '../order-section.tsx';

/** Invoices and credit notes of a paid order. */
export function OrderInvoiceList({ order }: { order: Order }) {
  const { orderNumber, updatedAt } = order;
  const { data, error } = useQuery({
    // A refund or an edit draws documents.
    queryKey: ['order', orderNumber, 'invoices', updatedAt],
    queryFn: () => api.listOrderInvoices({ params: { id: orderNumber } }),
  });
  const isPrintable = data && (data.invoices.length > 0 || data.predatesInvoices);
  return (
    <OrderSection
      title="Invoices"
      action={
        isPrintable && (
          <a
            href={printUrl('invoices', [order])}
            target="_blank"
            rel="noreferrer"
            className={buttonClass({ size: 'sm', variant: 'outline' })}
          >
            <Printer className="size-4" aria-hidden="true" />
            {data.invoices.length > 1 ? 'Print all' : 'Print invoice'}
          </a>
        )
      }
    >
      {error && !data && (
        <p className="text-bad-text text-sm" role="alert">
          {messageOf(error, 'The invoices could not be loaded.')}
        </p>
      )}
      {!data && !error && <Skeleton className="h-10" />}
      {data && data.invoices.length === 0 && (
        <p className="text-ink-muted text-sm">
          {data.predatesInvoices
            ? 'No invoice number: paid before invoices were numbered.'
            : 'No invoice yet: it is drawn once the order is paid in full.'}
        </p>
      )}
      <ul className="divide-y divide-line">
        {data?.invoices.map((invoice) => (
          <li key={invoice.id} className="flex flex-wrap items-baseline gap-x-3 py-2 text-sm">
            <a
              href={invoiceUrl(invoice)}
              target="_blank"
              rel="noreferrer"
              className="tabular text-link wrap-anywhere"
            >
              {titleOf(invoice)} {invoice.number}
            </a>
            <time dateTime={invoice.issuedAt} className="text-ink-muted">
              {formatDateTime(invoice.issuedAt)}
            </time>
            <span className="tabular ml-auto font-medium">
              {invoice.kind === 'invoice' ? '' : '−'}
              {formatMoney(invoice.amount)}
            </span>
          </li>
        ))}
      </ul>
    </OrderSection>
  );
}
