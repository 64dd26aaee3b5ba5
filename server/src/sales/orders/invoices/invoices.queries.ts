import type { CallInput, CallOutput, FileResponse } from '@reprise/contract/endpoint';
import { cents, storeCurrency, toMajorUnits } from '@reprise/contract/money';
import { pageOf, paginationOf } from '@reprise/contract/paging';
import type { Invoice, InvoiceSummary } from '@reprise/contract/sales/orders/invoice';
import type { invoiceEndpoints } from '@reprise/contract/sales/orders/invoices';
import { and, asc, desc, eq, gte, lt, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Deps } from '../../../deps.ts';
import { formatAddress } from '../../../foundations/address-formats/format-address.ts';
import { readSettings } from '../../../foundations/settings/settings.queries.ts';
import { storeCsvFile } from '../../../foundations/settings/store-csv.ts';
import { timeOf } from '../../../foundations/settings/store-days.ts';
import type { Keyring } from '../../../platform/crypto/keyring.ts';
import type { CsvValue } from '../../../platform/csv.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { readInBatches } from '../../../platform/database/read-in-batches.ts';
import { countsTestOrders } from '../sales.ts';
import { invoiceSeries, invoices } from './invoices.tables.ts';
import { decryptRecipient } from './retained-recipients.ts';

type InvoiceRow = typeof invoices.$inferSelect;
type Filters = NonNullable<CallInput<typeof invoiceEndpoints.exportInvoices>['query']>;
type Query = NonNullable<CallInput<typeof invoiceEndpoints.listInvoices>['query']>;

const credited = alias(invoices, 'credited');

/**
 * Returns the documents of an order, oldest first. With a keyring, which is for staff, recipients that were erased are
 * decrypted within their retention period.
 */
export async function readOrderInvoices(
  db: Queryable,
  orderId: string,
  secret: Keyring | null,
): Promise<Invoice[]> {
  const rows = await db
    .select({ invoice: invoices, creditsNumber: credited.number })
    .from(invoices)
    .leftJoin(credited, eq(credited.id, invoices.creditsId))
    .where(eq(invoices.orderId, orderId))
    .orderBy(asc(invoices.issuedAt), asc(invoices.sequence));
  return rows.map(({ invoice, creditsNumber }) => toInvoice(invoice, creditsNumber, secret));
}

/** Returns one page of the documents, newest first, and the number that is drawn next. */
export async function listInvoices(
  db: Queryable,
  query: Query,
): Promise<CallOutput<typeof invoiceEndpoints.listInvoices>> {
  const { page, limit, offset } = pageOf(query);
  const where = matching(query);
  const rows = await db
    .select({ invoice: invoices, creditsNumber: credited.number })
    .from(invoices)
    .leftJoin(credited, eq(credited.id, invoices.creditsId))
    .where(where)
    .orderBy(desc(invoices.issuedAt), desc(invoices.prefix), desc(invoices.sequence))
    .limit(limit)
    .offset(offset);
  return {
    invoices: rows.map(({ invoice, creditsNumber }) => toSummary(invoice, creditsNumber)),
    pagination: paginationOf(page, limit, await db.$count(invoices, where)),
    nextNumber: await readNextNumber(db),
  };
}

async function readNextNumber(db: Queryable): Promise<string> {
  const { invoicePrefix, invoiceFirstNumber } = await readSettings(db);
  const [series] = await db.select().from(invoiceSeries).where(eq(invoiceSeries.prefix, invoicePrefix));
  return `${invoicePrefix}${series?.nextNumber ?? invoiceFirstNumber}`;
}

export function matching({ search, kind, from, to }: Filters): SQL | undefined {
  const text = search?.trim();
  return and(
    text ? or(eq(invoices.number, text), eq(invoices.orderNumber, text.toUpperCase())) : undefined,
    kind && eq(invoices.kind, kind),
    from ? gte(invoices.issuedAt, timeOf(from)) : undefined,
    to ? lt(invoices.issuedAt, timeOf(to)) : undefined,
  );
}

/** SQL: documents of test orders are no part of the bookkeeping of a shop with sales. */
export const isBooked = sql`(not ${invoices.isTest} or ${countsTestOrders})`;

/** Returns the documents as a CSV file for the bookkeeper, oldest first, read in batches. */
export function exportInvoices(deps: Pick<Deps, 'db' | 'now'>, filters: Filters): Promise<FileResponse> {
  const head = columns.map(([title]) => title);
  return storeCsvFile(deps, 'invoices', { head, batches: linesOf(deps.db, filters) });
}

async function* linesOf(db: Queryable, filters: Filters): AsyncGenerator<CsvValue[][]> {
  const invoicesAfter = (last: { invoice: InvoiceRow } | undefined, limit: number) =>
    db
      .select({ invoice: invoices, creditsNumber: credited.number })
      .from(invoices)
      .leftJoin(credited, eq(credited.id, invoices.creditsId))
      .where(and(matching(filters), isBooked, last && isAfter(last.invoice)))
      .orderBy(asc(invoices.issuedAt), asc(invoices.prefix), asc(invoices.sequence))
      .limit(limit);
  for await (const rows of readInBatches(invoicesAfter)) {
    yield rows.map(({ invoice, creditsNumber }) =>
      columns.map(([, value]) => value(invoice, creditsNumber ?? '')),
    );
  }
}

/** SQL: the document comes after this one in the export. */
const isAfter = ({ issuedAt, prefix, sequence }: InvoiceRow) =>
  sql`(${invoices.issuedAt}, ${invoices.prefix}, ${invoices.sequence}) > (${issuedAt.toISOString()}::timestamptz, ${prefix}, ${sequence})`;

export const basisPointsInPercent = 100;

const columns: [title: string, value: (row: InvoiceRow, credits: string) => CsvValue][] = [
  ['Number', ({ number }) => number],
  ['Issued', ({ issuedAt }) => issuedAt],
  ['Document', ({ kind }) => (kind === 'invoice' ? 'Invoice' : 'Credit note')],
  ['Credits invoice', (_row, credits) => credits],
  ['Reason', ({ creditReason }) => creditReason ?? ''],
  ['Order', ({ orderNumber }) => orderNumber],
  ['Customer', ({ recipient }) => recipient?.name ?? ''],
  ['State', ({ recipient }) => recipient?.state ?? ''],
  ['Country', ({ recipient }) => recipient?.country ?? ''],
  ['Net', (row) => signed(row, row.amountCents - row.taxCents)],
  ['Tax', (row) => signed(row, row.taxCents)],
  ['Total', (row) => signed(row, row.amountCents)],
  ['Tax rate in percent', (row) => ratesOf(row)],
  ['Paid by', ({ content }) => content.paymentMethod],
  ['Test', ({ isTest }) => (isTest ? 'yes' : '')],
  ['Currency', () => storeCurrency().code],
];

/** Returns the rate of a document; several as "19; 7", because a single one would not explain the tax. */
function ratesOf({ taxes, content }: InvoiceRow): CsvValue {
  const parts = taxes ?? [{ basisPoints: content.taxBasisPoints ?? null }];
  const rates = parts.flatMap(({ basisPoints }) => (basisPoints ? [basisPoints / basisPointsInPercent] : []));
  return rates.length > 1 ? rates.join('; ') : (rates[0] ?? '');
}

/** Returns major units, below zero for a credit note, so that a column adds up. */
const signed = ({ kind }: InvoiceRow, amount: number): number =>
  toMajorUnits(cents(kind === 'invoice' || amount === 0 ? amount : -amount));

function toSummary(row: InvoiceRow, creditsNumber: string | null): InvoiceSummary {
  return {
    id: row.id,
    kind: row.kind,
    number: row.number,
    issuedAt: row.issuedAt.toISOString(),
    orderNumber: row.orderNumber,
    recipientName: row.recipient?.name ?? '',
    amount: row.amountCents,
    tax: row.taxCents,
    credits: creditsNumber,
    creditReason: row.creditReason,
    isTest: row.isTest,
  };
}

function toInvoice(row: InvoiceRow, creditsNumber: string | null, secret: Keyring | null): Invoice {
  const recipient = row.recipient ?? (secret && decryptRecipient(secret, row));
  return {
    ...toSummary(row, creditsNumber),
    ...row.content,
    recipientName: recipient?.name ?? '',
    recipient: recipient && { ...recipient, lines: formatAddress(recipient) },
    taxes: row.taxes ?? [],
    creditedItems: row.creditedItems,
  };
}
