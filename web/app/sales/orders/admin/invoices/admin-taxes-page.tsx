import { formatMoney } from '@reprise/contract/money';
import { invoiceEndpoints, type TaxReportRow } from '@reprise/contract/sales/orders/invoices';
import { percentOfBasisPoints } from '@reprise/contract/sales/orders/pricing';
import { Link } from 'react-router';
import { adminMeta } from '../../../../admin-ui/admin-meta.ts';
import { ExportButton } from '../../../../admin-ui/export-button.tsx';
import { DataList, type ListColumn } from '../../../../admin-ui/list/data-list.tsx';
import { daysFilter } from '../../../../admin-ui/list/list-filters.tsx';
import { useAdminList } from '../../../../admin-ui/list/use-admin-list.ts';
import { ScreenHeader } from '../../../../admin-ui/screen-header.tsx';
import { api } from '../../../../api/browser-api.ts';
import { buttonClass } from '../../../../ui/button.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { ReceiptText } from '../../../../ui/icons/lucide.tsx';

export const meta = () => adminMeta('Taxes');

const placeOf = ({ country, state }: TaxReportRow) =>
  [country || 'Place erased', state].filter(Boolean).join(', ');

const columns: ListColumn<TaxReportRow>[] = [
  { id: 'place', label: 'Place', cell: (row) => <span className="font-medium">{placeOf(row)}</span> },
  {
    id: 'rate',
    label: 'Rate',
    number: true,
    phone: 'labelled',
    cell: ({ basisPoints }) => (basisPoints === null ? 'Unknown' : `${percentOfBasisPoints(basisPoints)}%`),
  },
  {
    id: 'sales',
    label: 'Sales, net',
    number: true,
    phone: 'labelled',
    cell: ({ salesNet }) => formatMoney(salesNet),
  },
  {
    id: 'refunds',
    label: 'Refunds, net',
    number: true,
    phone: 'labelled',
    cell: ({ refundsNet }) => formatMoney(refundsNet),
  },
  { id: 'net', label: 'Net', number: true, phone: 'labelled', cell: ({ net }) => formatMoney(net) },
  {
    id: 'tax',
    label: 'Tax',
    number: true,
    phone: 'labelled',
    cell: ({ tax }) => <span className="font-medium">{formatMoney(tax)}</span>,
  },
];

const filters = [daysFilter('Date')] as const;

export default function AdminTaxesPage() {
  const list = useAdminList({
    queryKey: ['taxes'],
    filters,
    load: (query, options) => api.listTaxes({ query }, options),
    rowsOf: ({ rows }) => rows,
  });
  const totals = list.data?.totals;
  return (
    <>
      <ScreenHeader title="Taxes">
        <Link to="/admin/invoices" className={buttonClass({ variant: 'outline' })}>
          Invoices
        </Link>
        <ExportButton endpoint={invoiceEndpoints.exportTaxes} input={{ query: list.filterQuery }} />
      </ScreenHeader>
      <p className="-mt-3 mb-4 max-w-text text-ink-muted text-sm">
        Sales and refunds by place and tax rate, from the invoices and credit notes issued in the period. They
        add up to the exported invoices.
        {totals &&
          ` Net ${formatMoney(totals.net)}, tax ${formatMoney(totals.tax)}, total ${formatMoney(totals.total)}.`}
      </p>
      <DataList
        name="taxes"
        caption="Taxes"
        columns={columns}
        list={list}
        nameOf={placeOf}
        empty={
          <EmptyState Icon={ReceiptText} title="No invoices in this period">
            An invoice is drawn when an order is paid.
          </EmptyState>
        }
      />
    </>
  );
}
