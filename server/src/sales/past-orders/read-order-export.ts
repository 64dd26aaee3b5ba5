import { setImmediate } from 'node:timers/promises';
import { otherShops } from '@reprise/contract/foundations/checked-import';
import { type Cents, currencyName, storeCurrency, toCents } from '@reprise/contract/money';
import { readFileAmount, readWholeCell, unreadableFileAmount } from '@reprise/contract/typed-number';
import { email as emailSchema } from '@reprise/contract/wire';
import { type ExportRow, type FileRow, hasColumns, namedRows } from '@reprise/extension/file-rows';
import { readTime } from '@reprise/extension/read-time';
import type { OrderExport } from '@reprise/extension/shop-export';
import type { EntryFault, ReadEntries } from '../../foundations/spreadsheets/checked-import.ts';
import { unreadable } from '../../foundations/spreadsheets/file-text.ts';
import { shopExports } from '../../platform/shipped-extensions.ts';
import type { PastOrderItem } from './past-orders.tables.ts';

/** Order as the export has it. */
export type ReadOrder = {
  number: string;
  email: string;
  name: string;
  placedAt: Date;
  status: string;
  items: PastOrderItem[];
  discountCents: Cents;
  shippingCents: Cents;
  taxCents: Cents;
  totalCents: Cents;
  refundedCents: Cents;
};

type Format = OrderExport;

const ordersAtOnce = 500;

/**
 * Reads the orders of an export; times without an offset are those of `timeZone`. Throws VALIDATION_ERROR for a file that
 * is no order export.
 */
export async function readOrderExport(
  names: string[],
  rows: FileRow[],
  timeZone: string,
): Promise<ReadEntries<ReadOrder>> {
  const shop = otherShops.find((one) => hasColumns(names, shopExports[one].orders.telling));
  if (shop === undefined) throw unreadable(unknownFile());
  const format = shopExports[shop].orders;
  const entries: ReadOrder[] = [];
  const faults: EntryFault[] = [];
  for (const [number, group] of groupsOf(format, namedRows(names, rows))) {
    // Other requests are answered in between.
    if ((entries.length + faults.length) % ordersAtOnce === 0) await setImmediate();
    const row = group[0]?.number ?? 0;
    const read = readOrder(format, number, group, timeZone);
    if (typeof read === 'string') faults.push({ row, subject: number, message: read });
    else entries.push(read);
  }
  return { shop, entries, faults };
}

function unknownFile(): string {
  const known = otherShops.map((shop) => shopExports[shop].orders.title);
  return `This is no order export that the shop knows. Send the orders of ${known.join(', or those of ')}.`;
}

/** Groups the rows of an order, which follow each other; its own fields are in the first. */
function groupsOf(format: Format, rows: ExportRow[]): Map<string, ExportRow[]> {
  return Map.groupBy(rows, (row) => row.cell(format.number));
}

const maxItems = 500;
const maxNumber = 64;
const maxText = 200;

/** Returns the order, or the sentence that says why it is rejected. */
function readOrder(format: Format, number: string, group: ExportRow[], timeZone: string): ReadOrder | string {
  const [first] = group;
  if (!first || number === '') return 'This row has no order number';
  if (number.length > maxNumber) return `An order number can have up to ${maxNumber} characters`;
  if (group.some(({ isRagged }) => isRagged))
    return 'A row of this order has more or fewer cells than the first row of the file has columns';
  const email = readEmail(first.cell(format.email));
  if (email === undefined) return `“${shown(first.cell(format.email))}” is no email address`;
  const foreign = first.cell('Currency');
  if (foreign !== '' && foreign.toUpperCase() !== storeCurrency().code)
    return `This order is in ${shown(foreign)}; only orders in ${currencyName()} can be imported`;
  const placedAt = readTime(first.cell(format.placedAt), timeZone);
  if (!placedAt)
    return `“${shown(first.cell(format.placedAt))}” is no date such as 2026-01-15 12:00:00 -0500`;
  const amounts = readAmounts(format, first);
  if (typeof amounts === 'string') return amounts;
  const items = readItems(format, group);
  if (typeof items === 'string') return items;
  const status = shortened(format.status(first).replace(/[_-]/g, ' ')) || 'unknown';
  return { number, email, name: shortened(format.name(first)), placedAt, status, items, ...amounts };
}

const shortened = (text: string) => text.slice(0, maxText).toWellFormed();
const shown = (text: string) => text.slice(0, 60).toWellFormed();

/** Returns '' for a blank cell: orders at a counter have no email. */
function readEmail(cell: string): string | undefined {
  return cell === '' ? '' : emailSchema.safeParse(cell).data;
}

/** Returns the amount of a cell in minor units, rounded, 0 for a blank one; undefined for text that is no amount. */
function readCents(cell: string): Cents | undefined {
  const amount = readFileAmount(cell) ?? 0;
  if (typeof amount !== 'number' || amount < 0) return undefined;
  const amountCents = toCents(amount);
  // An order may hold several of the most expensive products.
  return amountCents > 20 * storeCurrency().maxPrice ? undefined : amountCents;
}

type Amounts = Pick<
  ReadOrder,
  'discountCents' | 'shippingCents' | 'taxCents' | 'totalCents' | 'refundedCents'
>;

function readAmounts(format: Format, row: ExportRow): Amounts | string {
  const columns = {
    discountCents: format.discount,
    shippingCents: format.shipping,
    taxCents: format.tax,
    totalCents: format.total,
    refundedCents: format.refunded,
  };
  const read = {} as Amounts;
  for (const [field, column] of Object.entries(columns) as [keyof Amounts, string][]) {
    const cell = row.cell(column).replace(/^-/, '');
    const amount = readCents(cell);
    if (amount === undefined)
      return `${column}: “${shown(cell)}” is no amount. ${unreadableFileAmount(cell)}`;
    read[field] = amount;
  }
  return row.cell(format.total) === '' ? `${format.total} is blank` : read;
}

function readItems({ item }: Format, group: ExportRow[]): PastOrderItem[] | string {
  const rows = group.filter((row) => row.cell(item.name) !== '');
  if (rows.length > maxItems) return `An order can have up to ${maxItems} items`;
  const items: PastOrderItem[] = [];
  for (const row of rows) {
    const quantity = readWholeCell(row.cell(item.quantity)) ?? 1;
    if (typeof quantity !== 'number' || quantity < 0 || quantity > 1_000_000)
      return `${item.quantity}: “${shown(row.cell(item.quantity))}” is no whole number`;
    const priceCents = readCents(row.cell(item.price));
    if (priceCents === undefined) {
      const cell = row.cell(item.price);
      return `${item.price}: “${shown(cell)}” is no amount. ${unreadableFileAmount(cell)}`;
    }
    items.push({
      name: shortened(row.cell(item.name)),
      sku: shortened(row.cell(item.sku)),
      quantity,
      priceCents,
    });
  }
  return items.length === 0 ? 'This order has no items' : items;
}
