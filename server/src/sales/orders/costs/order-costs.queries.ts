import { type Cents, cents } from '@reprise/contract/money';
import type { OrderPayment } from '@reprise/contract/sales/orders/order';
import type { OrderCosts } from '@reprise/contract/sales/orders/order-costs';
import { and, asc, eq } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database/database.ts';
import { readDeviceCosts } from '../../../workshop/units/in-orders/freeze-costs.ts';
import { orderNotFound } from '../order-access.ts';
import { findOrderRow } from '../orders.queries.ts';
import { orderItems } from '../orders.tables.ts';
import { orderCosts } from './order-costs.tables.ts';
import { feeSource } from './record-order-cost.ts';

type Paid = Pick<OrderPayment, 'id' | 'status'>;

/** Returns what is recorded of the costs of an order; what is not known is null. */
export async function readOrderCosts(
  db: Queryable,
  reference: string,
  paymentsOf: (db: Queryable, orderId: string) => Promise<Paid[]>,
): Promise<OrderCosts> {
  const order = await findOrderRow(db, reference);
  if (!order) throw orderNotFound();
  const isCounted = and(eq(orderItems.orderId, order.id), eq(orderItems.tracking, 'quantity'));
  const items = await db.select().from(orderItems).where(isCounted).orderBy(asc(orderItems.position));
  const booked = await db
    .select()
    .from(orderCosts)
    .where(eq(orderCosts.orderId, order.id))
    .orderBy(asc(orderCosts.createdAt), asc(orderCosts.id));
  const labels = booked.filter(({ kind }) => kind === 'label');
  const fees = new Map(booked.map(({ source, amountCents }) => [source, amountCents]));
  const settled = (await paymentsOf(db, order.id)).filter(
    ({ status }) => status === 'succeeded' || status === 'refunded',
  );
  return {
    devices: await readDeviceCosts(db, order.id),
    items: items.map(({ productId: product, name, quantity, unitCostCents: unitCost }) => {
      return { product, name, quantity, unitCost };
    }),
    costs: booked.map(({ kind, amountCents: amount, createdAt }) => {
      return { kind, amount, createdAt: createdAt.toISOString() };
    }),
    label: sumOfKnown(labels.map(({ amountCents }) => amountCents)),
    processorFee: sumOfKnown(settled.map(({ id }) => fees.get(feeSource(id)) ?? null)),
  };
}

/** Returns the sum; null without amounts, and if one of them is not known. */
function sumOfKnown(amounts: (Cents | null)[]): Cents | null {
  const known = amounts.filter((amount) => amount !== null);
  if (known.length === 0 || known.length < amounts.length) return null;
  return cents(known.reduce((sum, amount) => sum + amount, 0));
}
