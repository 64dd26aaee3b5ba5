import { readAmount, readWhole, removeFormulaGuards } from '@reprise/extension/cell-text';
import type { SoldLine, SoldOrder } from '@reprise/extension/channel';
import type { ExportRow } from '@reprise/extension/file-rows';
import { type Cents, cents, storeCurrency, toCents } from '@reprise/extension/money';
import { readTime } from '@reprise/extension/read-time';

/** Columns without which a file is no order export. */
export const required = [
  'order_id',
  'state',
  'sku',
  'quantity',
  'price',
  'first_name',
  'last_name',
  'street',
  'city',
  'postal_code',
  'country',
];

/**
 * States of an order line by their numbers in Back Market's documentation: 1 paid, 2 accepted, 3 shipped, 4 cancelled,
 * 5 refunded before it was shipped, 6 refunded after. Others are not paid.
 */
const states: Record<string, SoldOrder['state']> = {
  '1': 'paid',
  '2': 'paid',
  '3': 'paid',
  '6': 'paid',
  '4': 'cancelled',
  '5': 'cancelled',
  paid: 'paid',
  accepted: 'paid',
  shipped: 'paid',
  cancelled: 'cancelled',
  canceled: 'cancelled',
};

const maxId = 64;
const maxQuantity = 100;
const maxText = 200;

/** Returns the order of these rows, or the sentence that says why it is rejected. */
export function readOrder(
  id: string,
  group: ExportRow[],
  { timeZone, now }: { timeZone: string; now: Date },
): SoldOrder | string {
  const [first] = group;
  if (!first || id === '') return 'This row has no order_id';
  if (id.length > maxId) return `An order_id can have up to ${maxId} characters`;
  if (group.some(({ isRagged }) => isRagged))
    return 'A row of this order has more or fewer cells than the first row of the file has columns';
  const currency = first.cell('currency');
  if (currency !== '' && currency.toUpperCase() !== storeCurrency().code)
    return `This order is in ${currency.slice(0, 10)}; the shop sells in ${storeCurrency().code}`;
  const typed = first.cell('date_creation');
  const placedAt = typed === '' ? now : readTime(typed, timeZone);
  if (!placedAt) return `“${typed.slice(0, 40)}” is no date such as 2026-01-15 12:00:00`;
  const lines: SoldLine[] = [];
  for (const [index, row] of group.entries()) {
    const line = readLine(row, index);
    if (typeof line === 'string') return line;
    lines.push(line);
  }
  const shipping = readCents(first.cell('shipping_price') || '0');
  if (shipping === null)
    return `“${first.cell('shipping_price').slice(0, 40)}” is no shipping price such as 9.99`;
  const long = [
    'first_name',
    'last_name',
    'street',
    'street2',
    'city',
    'postal_code',
    'country',
    'phone',
  ].find((name) => first.cell(name).length > maxText);
  if (long !== undefined) return `The cell ${long} can have up to ${maxText} characters`;
  return {
    id,
    state: stateOf(group),
    placedAt,
    changedAt: placedAt,
    buyer: {
      name: `${first.cell('first_name')} ${first.cell('last_name')}`.trim(),
      street: first.cell('street'),
      street2: first.cell('street2'),
      city: first.cell('city'),
      state: first.cell('state_or_province'),
      zipCode: first.cell('postal_code'),
      country: first.cell('country'),
      phone: first.cell('phone'),
    },
    lines,
    shippingCents: shipping,
    discountCents: cents(0),
    taxCollectedCents: cents(0),
    feeCents: null,
    refunds: [],
  };
}

/** An order is cancelled if all its lines are. */
function stateOf(group: ExportRow[]): SoldOrder['state'] {
  const lineStates = group.map((row) => states[row.cell('state').toLowerCase()] ?? 'unpaid');
  if (lineStates.every((state) => state === 'cancelled')) return 'cancelled';
  return lineStates.includes('unpaid') ? 'unpaid' : 'paid';
}

function readLine(row: ExportRow, index: number): SoldLine | string {
  const quantity = readWhole(row.cell('quantity'));
  if (typeof quantity !== 'number' || quantity < 1 || quantity > maxQuantity)
    return `“${row.cell('quantity').slice(0, 40)}” is no quantity from 1 to ${maxQuantity}`;
  const price = readCents(row.cell('price'));
  if (price === null) return `“${row.cell('price').slice(0, 40)}” is no price such as 149.50`;
  const sku = removeFormulaGuards(row.cell('sku'));
  if (sku === '') return 'A row of this order has no sku';
  const title = row.cell('product') || row.cell('title') || sku;
  const id = row.cell('orderline_id') || String(index + 1);
  return { id, sku, title: title.slice(0, maxText), quantity, totalCents: cents(price * quantity) };
}

const maxDollars = 1_000_000;

function readCents(typed: string): Cents | null {
  const amount = readAmount(typed);
  return typeof amount === 'number' && amount >= 0 && amount <= maxDollars ? toCents(amount) : null;
}
