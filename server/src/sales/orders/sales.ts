import { type Cents, cents } from '@reprise/contract/money';
import { sql } from 'drizzle-orm';
import { storeSettings } from '../../foundations/settings/settings.tables.ts';
import { orderItems, orders } from './orders.tables.ts';

// The one definition of sales and revenue; `figureDefinitions` in the contract words it. The triggers of the daily stats
// use the same SQL functions, `is_paid_sale` and `net_of_refunds`.

/** SQL: figures count test orders, because the shop has no other sale or is the demo shop. */
export const countsTestOrders = sql`(select counts_test_orders from ${storeSettings})`;

/** SQL: figures leave the order out: it replaces items of a return, or is a test. */
export const isLeftOut = sql`(${orders.returnId} is not null or ${orders.isTestPaid} and not ${countsTestOrders})`;

/** SQL: the order is a sale or a test of one: paid, not cancelled, not refunded in full, and no replacement. */
export const isPaidSale = sql`is_paid_sale(${orders.status}, ${orders.paymentStatus}, ${orders.returnId})`;

/** SQL: the order is a sale and no test. Anyone can place an unpaid order. */
export const isSale = sql`(${isPaidSale} and (not ${orders.isTestPaid} or ${countsTestOrders}))`;

/** SQL: total of the sales among the rows with shipping and tax, less refunds and what edits left to pay. */
export const revenueOfSales =
  sql<Cents>`coalesce(sum(${orders.totalCents} - ${orders.dueCents} - ${orders.refundedCents}) filter (where ${isSale}), 0)::bigint`.mapWith(
    (value) => cents(Number(value)),
  );

/** SQL: units of an item that have not come back. Those refunded without return stay sold. */
export const unitsSold = sql`(${orderItems.quantity} - ${orderItems.returnedQuantity})`;

/** SQL: price of an item without shipping and tax, less its share of the discount and its share of the order's refunds and amount due. */
export const itemRevenue = sql`net_of_refunds(${orderItems.unitPriceCents}::bigint * ${orderItems.quantity} - coalesce(${orderItems.discountCents}, 0),
  ${orders.totalCents}, ${orders.refundedCents} + ${orders.dueCents})`;
