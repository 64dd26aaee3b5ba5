import { cents, formatMoney } from '@reprise/contract/money';
import {
  type CreditReason,
  type InvoiceKind,
  type InvoiceSummary,
  invoiceKinds,
} from '@reprise/contract/orders/invoice';
import { invoiceEndpoints } from '@reprise/contract/orders/invoices';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { adminMeta } from '../../../../admin-ui/admin-meta.ts';
import { DataList, type ListColumn } from '../../../../admin-ui/data-list.tsx';
import { DateRangeFilter } from '../../../../admin-ui/date-range-filter.tsx';
import { dayIn, daysToFilter } from '../../../../admin-ui/day-range.ts';
import { ExportButton } from '../../../../admin-ui/export-button.tsx';
import { ScreenHeader } from '../../../../admin-ui/screen-header.tsx';
import { FilterSelect, SearchField } from '../../../../admin-ui/toolbar.tsx';
import { type ListParams, useListParams } from '../../../../admin-ui/use-list-params.ts';
import { api } from '../../../../api/browser-api.ts';
import { formatDateTime } from '../../../../formats.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { ReceiptText, SearchX } from '../../../../ui/icons/lucide.tsx';
import { titleOf } from '../../invoices/invoice-sheet.tsx';
import { invoiceUrl } from '../fulfillment/print-url.ts';

export const meta = () => adminMeta('Invoices');

export default function AdminInvoicesPage() {
  const listParams = useListParams();
  const filters = readFilters(listParams);
  const query = { ...queryOf(filters), page: listParams.page, limit: listParams.limit };
  const list = useQuery({
    queryKey: ['invoices', query],
    queryFn: ({ signal }) => api.listInvoices({ query }, { signal }),
    select: ({ invoices, ...rest }) => ({ rows: invoices, ...rest }),
    placeholderData: keepPreviousData,
  });
  const isFiltered = Object.values(filters).some(Boolean);
  const clear = () =>
    listParams.change(Object.fromEntries(Object.keys(filters).map((name) => [name, undefined])));
  return (
    <>
      <ScreenHeader title="Invoices">
        <ExportButton endpoint={invoiceEndpoints.exportInvoices} input={{ query: queryOf(filters) }} />
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
        listParams={listParams}
        idOf={({ id }) => id}
        nameOf={({ number }) => number}
        filters={<Filters filters={filters} listParams={listParams} />}
        empty={
          isFiltered ? (
            <EmptyState
              Icon={SearchX}
              title="No invoices match"
              action={
                <Button variant="outline" onClick={clear}>
                  Clear filters
                </Button>
              }
            />
          ) : (
            <EmptyState Icon={ReceiptText} title="No invoices yet">
              The first is drawn when an order is paid.
            </EmptyState>
          )
        }
      />
    </>
  );
}

function readFilters(listParams: ListParams) {
  return {
    search: listParams.text('search') || undefined,
    kind: listParams.choice('kind', invoiceKinds),
    from: dayIn(listParams.text('from')),
    to: dayIn(listParams.text('to')),
  };
}

type InvoiceFilters = ReturnType<typeof readFilters>;

const queryOf = ({ from, to, ...rest }: InvoiceFilters) => ({ ...rest, ...daysToFilter(from, to) });

const kindChoices: { value: InvoiceKind; label: string }[] = [
  { value: 'invoice', label: 'Invoices' },
  { value: 'credit-note', label: 'Credit notes' },
];

function Filters({ filters, listParams }: { filters: InvoiceFilters; listParams: ListParams }) {
  return (
    <>
      <SearchField
        label="Search number of the invoice or order"
        value={filters.search ?? ''}
        onChange={(search) => listParams.change({ search })}
      />
      <FilterSelect
        label="Document"
        all="All documents"
        value={filters.kind}
        choices={kindChoices}
        onChange={(kind) => listParams.change({ kind })}
      />
      <DateRangeFilter label="Date" from={filters.from} to={filters.to} onChange={listParams.change} />
    </>
  );
}

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
    cell: ({ issuedAt }) => <time dateTime={issuedAt}>{formatDateTime(issuedAt)}</time>,
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
