import { type Cents, cents, timesCents } from '@reprise/contract/money';
import { testInvoicePrefix } from '@reprise/contract/orders/invoice-prefix';
import type { InvoiceAddress } from '@reprise/contract/orders/order';
import type { Settings } from '@reprise/contract/settings';
import { asc, eq, sql } from 'drizzle-orm';
import { beforeCommit, type Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/new-id.ts';
import { readSettings, withoutPlaceholders } from '../../settings/settings.queries.ts';
import { type ItemRow, type OrderRow, orderColumns } from '../orders.queries.ts';
import { orderItems, orders } from '../orders.tables.ts';
import { isPersonal } from '../personal-data.ts';
import { type InvoiceContent, invoiceSeries, invoices } from './invoices.tables.ts';
import { type CreditedItems, type InvoicePlan, type OpenInvoice, planInvoices } from './plan-invoices.ts';

type InvoiceRow = typeof invoices.$inferSelect;

type Drawing = { now: Date; credited?: CreditedItems | undefined };

/**
 * Issues the invoices and credit notes of a locked order whose payment, refunds or contents the transaction changes. They
 * are drawn last: the counter of the series is locked only for the commit, and a rollback returns its numbers.
 */
export function drawInvoicesOf(tx: Tx, orderId: string, drawing: Drawing): void {
  beforeCommit(tx, `invoices of ${orderId}`, () => drawInvoices(tx, orderId, drawing));
}

async function drawInvoices(tx: Tx, orderId: string, { now, credited }: Drawing): Promise<void> {
  const [order] = await tx.select(orderColumns).from(orders).where(eq(orders.id, orderId));
  if (!order || order.predatesInvoices) return;
  const drawn = await readDrawn(tx, orderId);
  const { last, open } = lastInvoiceOf(drawn);
  if (!last && order.paymentStatus === 'unpaid') return;
  const items = await tx
    .select()
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId))
    .orderBy(asc(orderItems.position));
  const settings = await withoutPlaceholders(tx, await readSettings(tx));
  const content = contentOf(order, items, settings);
  const plan = planInvoices({ order, content, open, credited });
  const rows = rowsOf(plan, { order, content, last, now });
  if (rows.length === 0) return;
  const isTest = last && open && open.leftCents > 0 ? last.isTest : order.isTestPaid;
  // A credit note continues the test or real series of its invoice, whatever prefix the store has by now.
  const prefix = isTest ? testInvoicePrefix : settings.invoicePrefix;
  const first = await takeNumbers(tx, prefix, rows.length, isTest ? 1 : settings.invoiceFirstNumber);
  await tx.insert(invoices).values(
    rows.map((row, index) => {
      const sequence = first + index;
      return { ...row, isTest, prefix, sequence, number: `${prefix}${sequence}` };
    }),
  );
}

/** Returns the order's documents, oldest first. */
function readDrawn(tx: Tx, orderId: string): Promise<InvoiceRow[]> {
  return tx
    .select()
    .from(invoices)
    .where(eq(invoices.orderId, orderId))
    .orderBy(asc(invoices.issuedAt), asc(invoices.sequence));
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
  return all.find(({ open }) => open.leftCents > 0) ?? all.at(-1) ?? {};
}

function openInvoiceOf(last: InvoiceRow, drawn: InvoiceRow[]): OpenInvoice {
  const credits = drawn.filter(({ creditsId }) => creditsId === last.id);
  const left = (field: 'amountCents' | 'taxCents'): Cents =>
    cents(credits.reduce((rest, credit) => rest - credit[field], last[field] as number));
  const { id, orderVersion, content } = last;
  return { id, orderVersion, content, leftCents: left('amountCents'), leftTaxCents: left('taxCents') };
}

type NewRow = Omit<typeof invoices.$inferInsert, 'isTest' | 'prefix' | 'sequence' | 'number'>;

type Documents = { order: OrderRow; content: InvoiceContent; last: InvoiceRow | undefined; now: Date };

/** Returns the rows of the plan without their numbers. A credit note repeats the contents of its invoice. */
function rowsOf({ credit, invoice }: InvoicePlan, { order, content, last, now }: Documents): NewRow[] {
  const { id: orderId, orderNumber, version: orderVersion } = order;
  const shared = { orderId, orderNumber, issuedAt: now, ...recipientOf(order, last) };
  const rows: NewRow[] = [];
  if (credit && last) {
    const { reason: creditReason, items, amountCents, taxCents } = credit;
    const creditedItems = items.map(({ name, quantity }) => ({ name, quantity }));
    rows.push({
      ...{ ...shared, id: newId('inv'), kind: 'credit-note', orderVersion: last.orderVersion },
      ...{ creditsId: last.id, creditReason, creditedItems, amountCents, taxCents },
      content: { ...last.content, store: content.store },
    });
  }
  if (invoice) {
    rows.push({
      ...{ ...shared, id: newId('inv'), kind: 'invoice', orderVersion },
      ...{ creditedItems: [], ...invoice, content },
    });
  }
  return rows;
}

/** Returns the billing recipient; that of the invoice if the customer's data has been erased from the order. */
function recipientOf(order: OrderRow, last: InvoiceRow | undefined) {
  if (isPersonal(order)) return { recipient: addressOf(order), recipientEncrypted: null };
  return { recipient: null, recipientEncrypted: last?.recipientEncrypted ?? null };
}

function addressOf(order: OrderRow): InvoiceAddress {
  const { firstName, lastName, address, address2, city, state, zipCode, country } = order;
  return { name: `${firstName} ${lastName}`.trim(), address, address2, city, state, zipCode, country };
}

function contentOf(order: OrderRow, items: ItemRow[], settings: Settings): InvoiceContent {
  const { storeName, storeAddress, storeEmail, storePhone, taxId } = settings;
  return {
    orderedAt: order.createdAt.toISOString(),
    store: { name: storeName, address: storeAddress, email: storeEmail, phone: storePhone, taxId },
    paymentMethod: order.paymentMethod,
    lines: items.map(({ name, brand, condition, sku, quantity, unitPriceCents }) => ({
      ...{ name, brand, condition, sku, quantity, price: unitPriceCents },
      lineTotal: timesCents(unitPriceCents, quantity),
    })),
    subtotal: order.subtotalCents,
    discount: order.discountCents,
    discountCode: order.discountCode,
    shipping: order.shippingCents,
    shippingMethod: order.shippingMethod,
    orderTax: order.taxCents,
    taxBasisPoints: order.taxRateTenths === null ? null : order.taxRateTenths / 10,
    ...(order.taxIncluded && { taxIncluded: true as const }),
    total: order.totalCents,
  };
}
