import type { OrderReturn } from '@reprise/contract/sales/returns/return';
import { asc, eq, inArray } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { type CallContext, hasPermission } from '../../platform/http/endpoint.ts';
import { accessTokenOf, findOrderFor, isOwnOrder, orderNotFound } from '../orders/order-access.ts';
import { findOrderRow, type OrderRow, orderColumns } from '../orders/orders.queries.ts';
import { orders } from '../orders/orders.tables.ts';
import { returns } from './returns.tables.ts';

type AccessDeps = Pick<Deps, 'db' | 'secret' | 'now'>;

/** Maximum number of replacements of an order that may open its returns. */
const maxReplacements = 100;

/** Returns the order that was sold and paid: the first one of a replacement, or else the order. */
export async function toSoldOrder(db: Queryable, order: OrderRow): Promise<OrderRow> {
  if (order.returnId === null) return order;
  const [found] = await db
    .select({ orderId: returns.orderId })
    .from(returns)
    .where(eq(returns.id, order.returnId));
  const first = found && (await findOrderRow(db, found.orderId));
  if (!first) throw orderNotFound();
  return first;
}

/**
 * Returns the order whose items come back, for its customer or staff. A return of a replacement is one of the first order,
 * which has its policy, window and payment; both are of one customer.
 */
export async function findSoldOrder(
  deps: AccessDeps,
  context: CallContext,
  reference: string,
): Promise<OrderRow> {
  return toSoldOrder(deps.db, await findOrderFor(deps, context, reference, 'returns.handle'));
}

/**
 * Returns the order by which the caller may read and change its returns: the order, or one that replaces items of it.
 * Undefined for others.
 */
export async function findSoldOrReplacement(
  { db, secret, now }: AccessDeps,
  context: CallContext,
  orderId: string,
): Promise<OrderRow | undefined> {
  const order = await findOrderRow(db, orderId);
  if (!order || hasPermission(context.caller, 'returns.handle')) return order;
  if (isOwnOrder(secret, context, order, now())) return order;
  const replacements = await db
    .select(orderColumns)
    .from(orders)
    .where(
      inArray(
        orders.returnId,
        db.select({ id: returns.id }).from(returns).where(eq(returns.orderId, orderId)),
      ),
    )
    .orderBy(asc(orders.createdAt), asc(orders.id))
    .limit(maxReplacements);
  return replacements.find((replacement) => isOwnOrder(secret, context, replacement, now()));
}

/** Adds to a return the access of its customer to the orders of its replacements. */
export async function withReplacementAccess(
  { db, secret, now }: AccessDeps,
  found: OrderReturn,
): Promise<OrderReturn> {
  const numbers = found.lines.flatMap(({ replacement }) => replacement?.order ?? []);
  if (numbers.length === 0) return found;
  const rows = await db
    .select({ id: orders.id, orderNumber: orders.orderNumber, accessVersion: orders.accessVersion })
    .from(orders)
    .where(inArray(orders.orderNumber, numbers));
  const tokens = new Map(rows.map((row) => [row.orderNumber, accessTokenOf(secret, row, now())]));
  return {
    ...found,
    lines: found.lines.map((line) => {
      const token = tokens.get(line.replacement?.order ?? '');
      return line.replacement && token !== undefined
        ? { ...line, replacement: { ...line.replacement, accessToken: token } }
        : line;
    }),
  };
}
