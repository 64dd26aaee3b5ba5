import type { FileResponse } from '@reprise/contract/endpoint';
import { addCents, cents, storeCurrency, toMajorUnits } from '@reprise/contract/money';
import {
  returnDecisionLabels,
  returnEndLabels,
  returnMatchLabels,
  returnReasonLabels,
  returnStateLabels,
  returnWishLabels,
} from '@reprise/contract/sales/returns/return-states';
import { and, desc, eq, sql } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { storeCsvFile } from '../../foundations/settings/store-csv.ts';
import type { CsvValue } from '../../platform/csv.ts';
import { readInBatches } from '../../platform/database/read-in-batches.ts';
import { orders } from '../orders/orders.tables.ts';
import { matchingReturns, type ReturnFilters } from './return.queries.ts';
import { type LineRow, type ReturnRow, readReturnLines } from './return-rows.ts';
import { readReturnSettings } from './return-settings.ts';
import { returns } from './returns.tables.ts';

type ExportDeps = Pick<Deps, 'db' | 'now'>;

/** Returns the cases of the list as a CSV file, newest first, a row for each item, read in batches. */
export function exportReturns(deps: ExportDeps, filters: ReturnFilters): Promise<FileResponse> {
  const head = columns.map(([title]) => title);
  return storeCsvFile(deps, 'returns', { head, batches: linesOf(deps, filters) });
}

type CaseRow = { row: ReturnRow; orderNumber: string };

async function* linesOf(deps: ExportDeps, filters: ReturnFilters): AsyncGenerator<CsvValue[][]> {
  const { db } = deps;
  const { graceDays } = await readReturnSettings(db);
  const where = await matchingReturns(deps, filters, graceDays);
  const casesAfter = (last: CaseRow | undefined, limit: number): Promise<CaseRow[]> =>
    db
      .select({ row: returns, orderNumber: orders.orderNumber })
      .from(returns)
      .innerJoin(orders, eq(orders.id, returns.orderId))
      .where(and(where, last && isAfter(last)))
      .orderBy(desc(returns.createdAt), desc(returns.id))
      .limit(limit);
  for await (const cases of readInBatches(casesAfter)) {
    const ids = cases.map(({ row }) => row.id);
    const lines = Map.groupBy(await readReturnLines(db, ids), ({ line }) => line.returnId);
    yield cases.flatMap((found) =>
      (lines.get(found.row.id) ?? []).map((line) => columns.map(([, value]) => value(found, line))),
    );
  }
}

/** SQL: the case comes after this one in the file. */
const isAfter = ({ row: { createdAt, id } }: CaseRow) =>
  sql`(${returns.createdAt}, ${returns.id}) < (${createdAt.toISOString()}::timestamptz, ${id})`;

const labelOf = <Key extends string>(labels: Record<Key, string>, key: Key | null) => key && labels[key];

const columns: [title: string, value: (found: CaseRow, line: LineRow) => CsvValue][] = [
  ['Return', ({ row }) => row.number],
  ['Order', ({ orderNumber }) => orderNumber],
  ['State', ({ row }) => returnStateLabels[row.state]],
  ['Asked', ({ row }) => row.createdAt],
  ['Asked by', ({ row }) => row.openedBy],
  ['Wish', ({ row }) => returnWishLabels[row.wish]],
  ['Within policy', ({ row }) => (row.isInPolicy ? 'yes' : 'no')],
  ['Way back paid by', ({ row }) => row.labelBy],
  ['Item', (_found, { name }) => name],
  ['Device', (_found, { unit }) => unit],
  ['Quantity', (_found, { line }) => line.quantity],
  ['Reason', (_found, { line }) => returnReasonLabels[line.reason]],
  ['Approved', ({ row }) => row.approvedAt],
  ['Sent', ({ row }) => row.sentAt],
  ['Carrier', ({ row }) => row.carrier],
  ['Tracking number', ({ row }) => row.trackingNumber],
  ['Arrived', (_found, { line }) => line.receivedAt],
  ['Quantity arrived', (_found, { line }) => line.receivedQuantity],
  ['Parcel content', (_found, { line }) => labelOf(returnMatchLabels, line.match)],
  ['Missing parts', (_found, { line }) => line.missingParts.join('; ')],
  ['Decision', (_found, { line }) => labelOf(returnDecisionLabels, line.decision)],
  [
    'Deductions',
    (_found, { line }) =>
      toMajorUnits(addCents(line.deductions.map(({ amountCents }) => cents(amountCents)))),
  ],
  ['Refunded', (_found, { line }) => line.amountCents && toMajorUnits(line.amountCents)],
  // On one row of the case, so that the column has the right sum.
  [
    'Shipping refunded',
    ({ row }, { line }) => (line.position === 0 ? toMajorUnits(row.shippingCents) : null),
  ],
  ['Currency', () => storeCurrency().code],
  ['Settled', (_found, { line }) => line.settledAt],
  ['Ended as', (_found, { line }) => labelOf(returnEndLabels, line.endedAs)],
  ['Closed', ({ row }) => row.closedAt],
];
