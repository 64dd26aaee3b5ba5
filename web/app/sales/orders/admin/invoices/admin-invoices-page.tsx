import { cents, formatMoney } from '@reprise/contract/money';
import { type CreditReason, type InvoiceSummary, invoiceKinds } from '@reprise/contract/sales/orders/invoice';
import { invoiceEndpoints } from '@reprise/contract/sales/orders/invoices';
import { Link } from 'react-router';
import { adminMeta } from '../../../../admin-ui/admin-meta.ts';
import { ExportButton } from '../../../../admin-ui/export-button.tsx';
import { DataList, type ListColumn } from '../../../../admin-ui/list/data-list.tsx';
import {
  choicesOf,
  daysFilter,
  searchFilter,
  selectFilter,
} from '../../../../admin-ui/list/list-filters.tsx';
import { useAdminList } from '../../../../admin-ui/list/use-admin-list.ts';
import { ScreenHeader } from '../../../../admin-ui/screen-header.tsx';
import { Time } from '../../../../admin-ui/time.tsx';
import { api } from '../../../../api/browser-api.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { buttonClass } from '../../../../ui/button.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { ReceiptText } from '../../../../ui/icons/lucide.tsx';
import { titleOf } from '../../invoices/invoice-sheet.tsx';
import { invoiceUrl } from '../fulfillment/print-url.ts';

export const meta = () => adminMeta('Invoices');

const reasonLabels: Record<CreditReason, string> = {
  refund: 'Refund',
  cancellation: 'Cancelled',
  edit: 'Order changed',
  correction: 'Refund failed',
};

const signed = ({ kind }: InvoiceSummary, amount: number) =>
  formatMoney(cents(kind === 'invoice' || amount === 0 ? amount : -amount));

const columns: ListColumn<InvoiceSummary>[] = [
  {
    id: 'number',
    label: 'Number',
    cell: (invoice) => (
      <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
        <a
          href={invoiceUrl(invoice)}
          target="_blank"
          rel="noreferrer"
          className="tabular whitespace-nowrap font-medium hover:underline"
        >
          {invoice.number}
        </a>
        {invoice.isTest && <Badge tone="warn">Test</Badge>}
      </span>
    ),
  },
  {
    id: 'issued',
    label: 'Issued',
    cell: ({ issuedAt }) => <Time value={issuedAt} />,
  },
  {
    id: 'document',
    label: 'Document',
    cell: (invoice) => (
      <span>
        {titleOf(invoice)}
        {invoice.credits && <span className="tabular text-ink-muted"> for {invoice.credits}</span>}
      </span>
    ),
  },
  {
    id: 'reason',
    label: 'Reason',
    phone: 'hidden',
    cell: ({ creditReason }) => (creditReason ? reasonLabels[creditReason] : ''),
  },
  {
    id: 'order',
    label: 'Order',
    phone: 'labelled',
    cell: ({ orderNumber }) => (
      <Link to={`/admin/orders/${orderNumber}`} className="tabular whitespace-nowrap text-link">
        {orderNumber}
      </Link>
    ),
  },
  {
    id: 'customer',
    label: 'Customer',
    cell: ({ recipientName }) => recipientName || <span className="text-ink-muted">Erased</span>,
  },
  { id: 'tax', label: 'Tax', number: true, phone: 'labelled', cell: (row) => signed(row, row.tax) },
  {
    id: 'amount',
    label: 'Total',
    number: true,
    phone: 'labelled',
    cell: (row) => <span className="font-medium">{signed(row, row.amount)}</span>,
  },
];

const filters = [
  searchFilter('Search number of the invoice or order'),
  selectFilter({
    name: 'kind',
    label: 'Document',
    all: 'All documents',
    choices: choicesOf(invoiceKinds, { invoice: 'Invoices', 'credit-note': 'Credit notes' }),
  }),
  daysFilter('Date'),
] as const;

export default function AdminInvoicesPage() {
  const list = useAdminList({
    queryKey: ['invoices'],
    filters,
    load: (query, options) => api.listInvoices({ query }, options),
    rowsOf: ({ invoices }) => invoices,
  });
  return (
    <>
      <ScreenHeader title="Invoices">
        <Link to="/admin/invoices/taxes" className={buttonClass({ variant: 'outline' })}>
          Taxes
        </Link>
        <ExportButton endpoint={invoiceEndpoints.exportInvoices} input={{ query: list.filterQuery }} />
      </ScreenHeader>
      <p className="-mt-3 mb-4 max-w-text text-ink-muted text-sm">
        Numbered without gaps when an order is paid, and never changed. Refunds and changes of an order draw
        credit notes.{list.data && ` The next number is ${list.data.nextNumber}.`}
      </p>
      <DataList
        name="invoices"
        caption="Invoices"
        columns={columns}
        list={list}
        nameOf={({ number }) => number}
        empty={
          <EmptyState Icon={ReceiptText} title="No invoices yet">
            The first is drawn when an order is paid.
          </EmptyState>
        }
      />
    </>
  );
}
