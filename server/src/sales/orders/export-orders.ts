import { conditionLabels } from '@reprise/contract/catalog/products/conditions';
import type { FileResponse } from '@reprise/contract/endpoint';
import { type Cents, cents, storeCurrency, toMajorUnits } from '@reprise/contract/money';
import type { Order } from '@reprise/contract/sales/orders/order';
import { statusLabelsOf } from '@reprise/contract/sales/orders/shipping/pickup';
import { and, desc, sql } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { storeCsvFile } from '../../foundations/settings/store-csv.ts';
import { type CsvValue, phoneCell } from '../../platform/csv.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { readInBatches } from '../../platform/database/read-in-batches.ts';
import { matching, type OrderFilters } from './admin-order-list.queries.ts';
import { type OrderRow, orderColumns, withDetails } from './orders.queries.ts';
import { orders } from './orders.tables.ts';

/** Money that an order has received and returned. */
export type OrderMoney = {
  paidAt: Date | null;
  refunded: Cents;
  /** Part of the refunds that staff returned themselves. */
  returnedByHand: Cents;
  refundedAt: Date | null;
};

/** Returns the money of the orders; implemented by the payments slice. */
export type MoneyOf = (db: Queryable, orderIds: string[]) => Promise<Map<string, OrderMoney>>;

/** Returns the admin order list as a CSV file, newest first, read in batches. */
export function exportOrders(
  deps: Pick<Deps, 'db' | 'now'>,
  filters: OrderFilters,
  moneyOf: MoneyOf,
): Promise<FileResponse> {
  const head = columns.map(([title]) => title);
  return storeCsvFile(deps, 'orders', { head, batches: linesOf(deps.db, filters, moneyOf) });
}

async function* linesOf(
  db: Queryable,
  filters: OrderFilters,
  moneyOf: MoneyOf,
): AsyncGenerator<CsvValue[][]> {
  const where = await matching(db, filters);
  const ordersAfter = (last: OrderRow | undefined, limit: number): Promise<OrderRow[]> =>
    db
      .select(orderColumns)
      .from(orders)
      .where(and(where, last && isAfter(last)))
      .orderBy(desc(orders.createdAt), desc(orders.id))
      .limit(limit);
  for await (const rows of readInBatches(ordersAfter)) {
    const batch = await withDetails(db, rows);
    const money = await moneyOf(
      db,
      batch.map(({ id }) => id),
    );
    yield batch.map((order) => columns.map(([, value]) => value(order, money.get(order.id))));
  }
}

/** SQL: the order comes after this one in the list. */
const isAfter = ({ createdAt, id }: OrderRow) =>
  sql`(${orders.createdAt}, ${orders.id}) < (${createdAt.toISOString()}::timestamptz, ${id})`;

const amountOf = (amount: Cents) => toMajorUnits(amount);

/** Returns the total of an unpaid order, or what edits added to a paid one. */
function dueOf({ status, paymentStatus, total, amountDue }: Order): Cents {
  if (amountDue !== undefined) return amountDue;
  const isUnpaid = paymentStatus === 'unpaid' || paymentStatus === 'started';
  return isUnpaid && status !== 'cancelled' ? total : cents(0);
}

const columns: [title: string, value: (order: Order, money: OrderMoney | undefined) => CsvValue][] = [
  ['Order', (order) => order.orderNumber],
  ['Placed', (order) => new Date(order.createdAt)],
  ['Status', (order) => statusLabelsOf(order.shippingMethod)[order.status].toLowerCase()],
  ['Payment', (order) => order.paymentStatus],
  ['Items', (order) => order.items.reduce((sum, { quantity }) => sum + quantity, 0)],
  ['Subtotal', (order) => amountOf(order.subtotal)],
  ['Discount', (order) => amountOf(order.discount)],
  ['Discount code', (order) => order.discountCode ?? ''],
  ['Shipping', (order) => amountOf(order.shipping)],
  ['Tax', (order) => amountOf(order.tax)],
  ['Total', (order) => amountOf(order.total)],
  ['Paid', (_order, money) => money?.paidAt ?? null],
  ['Refunded', (_order, money) => amountOf(money?.refunded ?? cents(0))],
  ['Last refund', (_order, money) => money?.refundedAt ?? null],
  ['Amount due', (order) => amountOf(dueOf(order))],
  ['First name', ({ shippingAddress }) => shippingAddress.firstName],
  ['Last name', ({ shippingAddress }) => shippingAddress.lastName],
  ['Email', ({ shippingAddress }) => shippingAddress.email],
  ['Phone', ({ shippingAddress }) => phoneCell(shippingAddress.phone)],
  ['Address', ({ shippingAddress }) => shippingAddress.address],
  ['Address 2', ({ shippingAddress }) => shippingAddress.address2 ?? ''],
  ['City', ({ shippingAddress }) => shippingAddress.city],
  ['State', ({ shippingAddress }) => shippingAddress.state],
  ['ZIP', ({ shippingAddress }) => shippingAddress.zipCode],
  ['Country', ({ shippingAddress }) => shippingAddress.country],
  ['Shipping method', (order) => order.shippingMethod],
  ['Carrier', (order) => order.carrier],
  ['Tracking number', (order) => order.trackingNumber],
  ['Products', (order) => order.items.map(describeItem).join('; ')],
  ['Currency', () => storeCurrency().code],
  ['Parcels', (order) => (order.parcels ?? []).map(describeParcel).join('; ')],
  ['Company', ({ billing }) => billing?.company ?? ''],
  ['VAT number', ({ billing }) => billing?.vatNumber ?? ''],
  ['Billing address', ({ billing }) => describeBilling(billing?.address)],
  ['Returned by hand', (_order, money) => amountOf(money?.returnedByHand ?? cents(0))],
];

const describeBilling = (address: NonNullable<Order['billing']>['address']) =>
  address ? [address.name, ...address.lines].join(', ') : '';

function describeParcel({ carrier, trackingNumber, items }: NonNullable<Order['parcels']>[number]): string {
  const contents = items.map(({ product, quantity }) => `${quantity} x ${product.name}`).join(', ');
  return `${[carrier, trackingNumber].filter(Boolean).join(' ') || 'Parcel'}: ${contents}`;
}

function describeItem({ product, quantity }: Order['items'][number]): string {
  return `${quantity} x ${product.name}, ${conditionLabels[product.condition]} (${product.sku})`;
}
