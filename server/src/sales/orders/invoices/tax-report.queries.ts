import type { CallInput, CallOutput, FileResponse } from '@reprise/contract/endpoint';
import { cents, storeCurrency, toMajorUnits } from '@reprise/contract/money';
import { pageOf, paginationOf } from '@reprise/contract/paging';
import type { invoiceEndpoints, TaxReportRow } from '@reprise/contract/sales/orders/invoices';
import { and, sql } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { storeCsvFile } from '../../../foundations/settings/store-csv.ts';
import type { CsvValue } from '../../../platform/csv.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { basisPointsInPercent, isBooked, matching } from './invoices.queries.ts';
import { invoices } from './invoices.tables.ts';

type Query = NonNullable<CallInput<typeof invoiceEndpoints.listTaxes>['query']>;
type Period = Pick<Query, 'from' | 'to'>;

/** Returns one page of the report and the sums of the period. There is a row for each place and rate, not for each document. */
export async function listTaxes(
  db: Queryable,
  query: Query,
): Promise<CallOutput<typeof invoiceEndpoints.listTaxes>> {
  const { page, limit, offset } = pageOf(query);
  const rows = await readTaxes(db, query);
  const sumOf = (field: 'net' | 'tax' | 'total') => cents(rows.reduce((sum, row) => sum + row[field], 0));
  return {
    rows: rows.slice(offset, offset + limit),
    pagination: paginationOf(page, limit, rows.length),
    totals: { net: sumOf('net'), tax: sumOf('tax'), total: sumOf('total') },
  };
}

const country = sql`coalesce(${invoices.taxCountry}, ${invoices.recipient} ->> 'country', '')`;
const state = sql`coalesce(${invoices.taxState}, ${invoices.recipient} ->> 'state', '')`;
/** A document from before amounts were stored by rate is of the rate of its order. */
const parts = sql`coalesce(${invoices.taxes}, jsonb_build_array(jsonb_build_object(
  'basisPoints', ${invoices.content} -> 'taxBasisPoints', 'amount', ${invoices.amountCents}, 'tax', ${invoices.taxCents}
)))`;

async function readTaxes(db: Queryable, { from, to }: Period): Promise<TaxReportRow[]> {
  const sumOf = (kind: 'invoice' | 'credit-note', field: 'amount' | 'tax') =>
    sql`coalesce(sum((part ->> ${field})::bigint) filter (where ${invoices.kind} = ${kind}), 0)::bigint`;
  const { rows } = await db.execute(sql`
    select ${country} as country, ${state} as state, (part ->> 'basisPoints')::numeric as basis_points,
      ${sumOf('invoice', 'amount')} as sales, ${sumOf('invoice', 'tax')} as sales_tax,
      ${sumOf('credit-note', 'amount')} as refunds, ${sumOf('credit-note', 'tax')} as refunds_tax
    from ${invoices} cross join lateral jsonb_array_elements(${parts}) as part
    where ${and(matching({ from, to }), isBooked)}
    group by 1, 2, 3
    order by 1, 2, 3 desc nulls last
  `);
  return rows.map(toRow);
}

function toRow(row: Record<string, unknown>): TaxReportRow {
  const [sales, salesTax, refunds, refundsTax] = [row.sales, row.sales_tax, row.refunds, row.refunds_tax].map(
    Number,
  ) as [number, number, number, number];
  const basisPoints = row.basis_points === null ? null : Number(row.basis_points);
  const place = { country: String(row.country), state: String(row.state), basisPoints };
  return {
    id: [place.country, place.state, basisPoints].join('|'),
    ...place,
    salesNet: cents(sales - salesTax),
    salesTax: cents(salesTax),
    refundsNet: cents(refunds - refundsTax),
    refundsTax: cents(refundsTax),
    net: cents(sales - salesTax - (refunds - refundsTax)),
    tax: cents(salesTax - refundsTax),
    total: cents(sales - refunds),
  };
}

/** Returns the report as a CSV file. */
export function exportTaxes(deps: Pick<Deps, 'db' | 'now'>, period: Period): Promise<FileResponse> {
  const head = columns.map(([title]) => title);
  return storeCsvFile(deps, 'taxes', { head, batches: linesOf(deps.db, period) });
}

async function* linesOf(db: Queryable, period: Period): AsyncGenerator<CsvValue[][]> {
  const rows = await readTaxes(db, period);
  yield rows.map((row) => columns.map(([, value]) => value(row)));
}

const columns: [title: string, value: (row: TaxReportRow) => CsvValue][] = [
  ['Country', (row) => row.country],
  ['State', (row) => row.state],
  [
    'Tax rate in percent',
    ({ basisPoints }) => (basisPoints === null ? '' : basisPoints / basisPointsInPercent),
  ],
  ['Sales, net', ({ salesNet }) => toMajorUnits(salesNet)],
  ['Sales, tax', ({ salesTax }) => toMajorUnits(salesTax)],
  ['Refunds, net', ({ refundsNet }) => -toMajorUnits(refundsNet)],
  ['Refunds, tax', ({ refundsTax }) => -toMajorUnits(refundsTax)],
  ['Net', ({ net }) => toMajorUnits(net)],
  ['Tax', ({ tax }) => toMajorUnits(tax)],
  ['Total', ({ total }) => toMajorUnits(total)],
  ['Currency', () => storeCurrency().code],
];
