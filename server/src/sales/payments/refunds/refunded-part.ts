import { type Cents, cents, formatMoney } from '@reprise/contract/money';
import { Problem } from '@reprise/contract/problem';
import type { Order, RefundKind } from '@reprise/contract/sales/orders/order';
import { chargedForShipping, shippingPart } from '@reprise/contract/sales/orders/refund-items';
import { and, eq, notInArray, sql } from 'drizzle-orm';
import { readSettings } from '../../../foundations/settings/settings.queries.ts';
import type { Queryable, Tx } from '../../../platform/database/database.ts';
import type { Credited } from '../../orders/invoices/plan-invoices.ts';
import { readOrder } from '../../orders/orders.queries.ts';
import { refunds } from '../payments.tables.ts';

type PartRequest = {
  kind?: RefundKind | null | undefined;
  items?: readonly unknown[] | undefined;
  amount?: Cents | null | undefined;
};

/** Part of an order that an amount is refunded of; `suggested` is the amount if the request names none. */
export type RefundedPart = { kind: RefundKind; suggested?: Cents | undefined; order: Order };

/** Returns the part that a refund is of; null for items, and for goods and shipping. Throws for more shipping than was paid. */
export async function readRefundedPart(
  tx: Tx,
  orderId: string,
  { kind, items, amount }: PartRequest,
): Promise<RefundedPart | null> {
  if (!kind) return null;
  if (items) throw invalid('kind', 'A refund is of items, or of goods, shipping or goodwill.');
  const order = await readOrder(tx, orderId);
  if (kind !== 'shipping') return { kind, order };
  const before = (await readRefundedShipping(tx, orderId)) + (await readReturnedShipping(tx, orderId));
  const refundable = cents(chargedForShipping(order) - before);
  if (refundable <= 0) throw invalid('kind', 'No shipping is left to refund.');
  if ((amount ?? refundable) > refundable)
    throw invalid('amount', `Only ${formatMoney(refundable)} of the shipping is left to refund.`);
  return { kind, order, suggested: refundable };
}

/** Returns the part of an order that the credit note of a refund credits, with its tax. */
export async function creditedPart(
  tx: Tx,
  { kind, order }: RefundedPart,
  amountCents: Cents,
): Promise<Credited> {
  if (kind === 'shipping') return { items: [], amountCents, parts: [shippingPart(order, amountCents)] };
  const isTaxed = kind === 'goods' || (await readSettings(tx)).goodwillTaxed;
  return { items: [], amountCents, parts: isTaxed ? 'goods' : 'untaxed-goods' };
}

/** Returns the shipping that was refunded by hand. */
export async function readRefundedShipping(db: Queryable, orderId: string): Promise<Cents> {
  const [row] = await db
    .select({ sum: sql<number>`coalesce(sum(${refunds.amountCents}), 0)::bigint`.mapWith(Number) })
    .from(refunds)
    .where(
      and(
        eq(refunds.orderId, orderId),
        eq(refunds.kind, 'shipping'),
        notInArray(refunds.status, ['failed', 'declined']),
      ),
    );
  return cents(row?.sum ?? 0);
}

/** Returns the shipping that returns gave back. Their slice is above this one, so its table is named. */
async function readReturnedShipping(db: Queryable, orderId: string): Promise<number> {
  const { rows } = await db.execute<{ sum: number }>(
    sql`select coalesce(sum(shipping_cents), 0)::int as sum from returns where order_id = ${orderId}`,
  );
  return rows[0]?.sum ?? 0;
}

const invalid = (field: string, message: string) =>
  new Problem('VALIDATION_ERROR', message, { errors: [{ field, message }] });
