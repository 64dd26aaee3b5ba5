import { testInvoicePrefix } from '@reprise/contract/foundations/invoice-prefix';
import type { Settings } from '@reprise/contract/foundations/settings';
import { cents, timesCents } from '@reprise/contract/money';
import type { TaxPart } from '@reprise/contract/sales/orders/invoice';
import { partsOfOrder } from '@reprise/contract/sales/orders/refund-items';
import { stateCode, statesOf } from '@reprise/contract/sales/orders/states';
import { asc, inArray, sql } from 'drizzle-orm';
import { readSettings, withoutPlaceholders } from '../../../foundations/settings/settings.queries.ts';
import { beforeCommit, type Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/new-id.ts';
import { toInvoiceAddress } from '../customers/stored-billing.ts';
import { type ItemRow, type OrderRow, orderColumns, shippingTaxOf, toOrder } from '../orders.queries.ts';
import { orderItems, orders } from '../orders.tables.ts';
import { isPersonal } from '../personal-data.ts';
import { type InvoiceContent, invoiceSeries, invoices } from './invoices.tables.ts';
import { type Credited, type InvoicePlan, type OpenInvoice, planInvoices } from './plan-invoices.ts';

type InvoiceRow = typeof invoices.$inferSelect;

type Drawing = {
  now: Date;
  credited?: Credited | undefined;
  /** True if the invoice is to be issued again to the recipient that the order is billed to. */
  isOtherRecipient?: boolean;
};

const drawings = new WeakMap<Tx, Map<string, Drawing>>();

/**
 * Issues the invoices and credit notes of a locked order whose payment, refunds or contents the transaction changes. They
 * are drawn last: the counter of the series is locked only for the commit, and a rollback returns its numbers.
 */
export function drawInvoicesOf(tx: Tx, orderId: string, drawing: Drawing): void {
  const byOrder = drawings.get(tx) ?? new Map<string, Drawing>();
  drawings.set(tx, byOrder.set(orderId, drawing));
  beforeCommit(tx, 'invoices', () => drawInvoices(tx, byOrder));
}

async function drawInvoices(tx: Tx, byOrder: Map<string, Drawing>): Promise<void> {
  const read = await readInvoiced(tx, [...byOrder.keys()]);
  if (read.size === 0) return;
  const settings = await withoutPlaceholders(tx, await readSettings(tx));
  const rows = [...byOrder].flatMap(([orderId, { now, credited, isOtherRecipient }]) => {
    const found = read.get(orderId);
    if (!found) return [];
    const { order, items, drawn } = found;
    const { last, open } = lastInvoiceOf(drawn);
    const content = contentOf(order, items, settings);
    const plan = planInvoices({ order, content, open, credited, isOtherRecipient });
    const isTest = last && open && hasLeft(open) ? last.isTest : order.isTestPaid;
    return rowsOf(plan, { order, content, last, now }).map((row) => ({ ...row, isTest }));
  });
  if (rows.length > 0) await tx.insert(invoices).values(await withNumbers(tx, rows, settings));
}

/** Order with its items and its documents, oldest first. */
type Invoiced = { order: OrderRow; items: ItemRow[]; drawn: InvoiceRow[] };

/** Returns by id those of the orders that have an invoice or need one; a free replacement has none. */
async function readInvoiced(tx: Tx, ids: string[]): Promise<Map<string, Invoiced>> {
  const read = await tx.select(orderColumns).from(orders).where(inArray(orders.id, ids));
  const drawn = await tx
    .select()
    .from(invoices)
    .where(inArray(invoices.orderId, ids))
    .orderBy(asc(invoices.issuedAt), asc(invoices.sequence));
  const drawnOf = Map.groupBy(drawn, ({ orderId }) => orderId);
  const invoiced = read.filter(
    ({ id, predatesInvoices, paymentStatus, returnId }) =>
      !predatesInvoices && returnId === null && (paymentStatus !== 'unpaid' || drawnOf.has(id)),
  );
  if (invoiced.length === 0) return new Map();
  const items = await tx
    .select()
    .from(orderItems)
    .where(inArray(orderItems.orderId, ids))
    .orderBy(asc(orderItems.position));
  const itemsOf = Map.groupBy(items, ({ orderId }) => orderId);
  return new Map(
    invoiced.map((order) => [
      order.id,
      { order, items: itemsOf.get(order.id) ?? [], drawn: drawnOf.get(order.id) ?? [] },
    ]),
  );
}

/** Numbers the rows in their sequence. A credit note continues the series of its invoice, whatever prefix is set now. */
async function withNumbers(
  tx: Tx,
  rows: (NewRow & { isTest: boolean })[],
  { invoicePrefix, invoiceFirstNumber }: Settings,
): Promise<(typeof invoices.$inferInsert)[]> {
  const numbered: (typeof invoices.$inferInsert)[] = [];
  // Every transaction locks the series in this sequence, so that none waits for another in a circle.
  for (const isTest of [true, false]) {
    const ofSeries = rows.filter((row) => row.isTest === isTest);
    if (ofSeries.length === 0) continue;
    const prefix = isTest ? testInvoicePrefix : invoicePrefix;
    const first = await takeNumbers(tx, prefix, ofSeries.length, isTest ? 1 : invoiceFirstNumber);
    for (const [index, row] of ofSeries.entries()) {
      const sequence = first + index;
      numbered.push({ ...row, prefix, sequence, number: `${prefix}${sequence}` });
    }
  }
  return numbered;
}

/** Locks the counter of the prefix until the commit and takes this many numbers; returns the first. */
async function takeNumbers(tx: Tx, prefix: string, count: number, firstNumber: number): Promise<number> {
  const nextNumber = sql`${invoiceSeries.nextNumber} + ${count}`;
  const [series] = await tx
    .insert(invoiceSeries)
    .values({ prefix, firstNumber, nextNumber: firstNumber + count })
    .onConflictDoUpdate({ target: invoiceSeries.prefix, set: { nextNumber } })
    .returning({ next: invoiceSeries.nextNumber });
  if (!series) throw new Error(`The series ${prefix} has no counter.`);
  return series.next - count;
}

/** Returns the invoice that is not credited in full, of which there is at most one, or else the last one. */
function lastInvoiceOf(drawn: InvoiceRow[]): { last?: InvoiceRow; open?: OpenInvoice } {
  const all = drawn
    .filter(({ kind }) => kind === 'invoice')
    .map((last) => ({ last, open: openInvoiceOf(last, drawn) }));
  return all.find(({ open }) => hasLeft(open)) ?? all.at(-1) ?? {};
}

const hasLeft = ({ left }: OpenInvoice): boolean => left.some(({ amount }) => amount > 0);

function openInvoiceOf(last: InvoiceRow, drawn: InvoiceRow[]): OpenInvoice {
  const credits = drawn.filter(({ creditsId }) => creditsId === last.id);
  const left = partsOf(last).map(({ basisPoints, ...part }) => {
    const taken = credits.flatMap((credit) => {
      return partsOf(credit).filter((one) => one.basisPoints === basisPoints);
    });
    return {
      basisPoints,
      amount: cents(taken.reduce((rest, { amount }) => rest - amount, part.amount as number)),
      tax: cents(taken.reduce((rest, { tax }) => rest - tax, part.tax as number)),
    };
  });
  const { id, orderVersion, content } = last;
  return { id, orderVersion, content, left };
}

/** Returns a document by tax rate; one from before that was stored is of the rate of its order. */
const partsOf = ({ taxes, content, amountCents: amount, taxCents: tax }: InvoiceRow): TaxPart[] =>
  taxes ?? [{ basisPoints: content.taxBasisPoints, amount, tax }];

type NewRow = Omit<typeof invoices.$inferInsert, 'isTest' | 'prefix' | 'sequence' | 'number'>;

type Documents = { order: OrderRow; content: InvoiceContent; last: InvoiceRow | undefined; now: Date };

/** Returns the rows of the plan without their numbers. A credit note repeats contents and recipient of its invoice. */
function rowsOf({ credit, invoice }: InvoicePlan, { order, content, last, now }: Documents): NewRow[] {
  const { id: orderId, orderNumber, version: orderVersion } = order;
  const place = taxPlaceOf(order);
  const shared = { orderId, orderNumber, issuedAt: now, ...recipientOf(order, last) };
  const rows: NewRow[] = [];
  if (credit && last) {
    const { reason: creditReason, items, ...amounts } = credit;
    const creditedItems = items.map(({ name, quantity }) => ({ name, quantity }));
    rows.push({
      ...shared,
      id: newId('inv'),
      kind: 'credit-note',
      orderVersion: last.orderVersion,
      creditsId: last.id,
      creditReason,
      creditedItems,
      ...amounts,
      taxCountry: last.taxCountry,
      taxState: last.taxState,
      recipient: last.recipient,
      recipientEncrypted: last.recipientEncrypted,
      content: { ...last.content, store: content.store },
    });
  }
  if (invoice) {
    rows.push({
      ...shared,
      id: newId('inv'),
      kind: 'invoice',
      orderVersion,
      creditedItems: [],
      ...invoice,
      content,
      ...place,
    });
  }
  return rows;
}

/** Returns the place that the taxes of an order are of, a state by its code if its country has a list of them. */
function taxPlaceOf({ country, state, zipCode }: OrderRow) {
  const code = stateCode(country, state, zipCode);
  const isListed = statesOf(country).some(([known]) => known === code);
  return { taxCountry: country, taxState: isListed ? code : '' };
}

/** Returns the billing recipient; that of the invoice if the customer's data has been erased from the order. */
function recipientOf(order: OrderRow, last: InvoiceRow | undefined) {
  if (isPersonal(order)) return { recipient: toInvoiceAddress(order), recipientEncrypted: null };
  return { recipient: null, recipientEncrypted: last?.recipientEncrypted ?? null };
}

function contentOf(order: OrderRow, items: ItemRow[], settings: Settings): InvoiceContent {
  const { storeName, storeAddress, storeEmail, storePhone, taxId, exemptionText } = settings;
  return {
    orderedAt: order.createdAt.toISOString(),
    store: { name: storeName, address: storeAddress, email: storeEmail, phone: storePhone, taxId },
    paymentMethod: order.paymentMethod,
    lines: items.map(
      ({ name, brand, condition, sku, quantity, unitPriceCents, taxCents, taxRateTenths }) => ({
        name,
        brand,
        condition,
        sku,
        quantity,
        price: unitPriceCents,
        lineTotal: timesCents(unitPriceCents, quantity),
        ...(taxCents !== null &&
          taxRateTenths !== null && { tax: taxCents, taxBasisPoints: taxRateTenths / 10 }),
      }),
    ),
    subtotal: order.subtotalCents,
    discount: order.discountCents,
    discountCode: order.discountCode,
    shipping: order.shippingCents,
    shippingMethod: order.shippingMethod,
    orderTax: order.taxCents,
    taxBasisPoints: order.taxRateTenths === null ? null : order.taxRateTenths / 10,
    ...(order.taxIncluded && { taxIncluded: true as const }),
    ...shippingTaxOf(order),
    ...(order.exemption !== null && { exemption: exemptionText }),
    orderTaxes: partsOfOrder(toOrder(order, items, [])),
    total: order.totalCents,
  };
}
