import { toMajorUnits } from '@reprise/contract/money';
import { Problem, problemCodeOf } from '@reprise/contract/problem';
import type { OpenOrder } from '@reprise/contract/sales/orders/order';
import { orderLimits } from '@reprise/contract/sales/orders/order';
import { and, desc, eq, inArray, or } from 'drizzle-orm';
import type { Keyring } from '../../../platform/crypto/keyring.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { isOwnOrder, type OrderRequester } from '../order-access.ts';
import { type OrderRow, orderColumns } from '../orders.queries.ts';
import { orders } from '../orders.tables.ts';

/** Above the limits, for orders placed before the limits existed. */
const maxListed = 20;

/**
 * Returns a TOO_MANY_UNPAID problem that lists the caller's own open orders, which can be paid or cancelled. Other
 * orders of the network are not listed: they belong to other people.
 */
export async function withOpenOrders(
  db: Queryable,
  secret: Keyring,
  { requester, limitKey, now }: { requester: OrderRequester; limitKey: string | null; now: Date },
  error: unknown,
): Promise<unknown> {
  if (problemCodeOf(error) !== 'TOO_MANY_UNPAID') return error;
  const { code, message, details } = error as Problem;
  const own = await findOpenOrders(db, secret, { requester, limitKey, now });
  const { maxOpenOrders } = orderLimits;
  const isOthers = details?.limit === 'orders' && own.length < maxOpenOrders;
  return new Problem(code, isOthers ? networkMessage(own.length) : message, {
    details: { ...details, orders: own.map(toOpenOrder) },
  });
}

function networkMessage(own: number): string {
  const others = 'Too many orders from your network are waiting for payment.';
  return own === 0
    ? `${others} Sign in with a confirmed email address, or try again in a few minutes.`
    : `${others} Pay for yours or cancel it, or try again in a few minutes.`;
}

async function findOpenOrders(
  db: Queryable,
  secret: Keyring,
  { requester, limitKey, now }: { requester: OrderRequester; limitKey: string | null; now: Date },
): Promise<OrderRow[]> {
  const { caller } = requester;
  const ownedBy = or(
    caller ? eq(orders.userId, caller.userId) : undefined,
    limitKey === null ? undefined : eq(orders.limitKey, limitKey),
  );
  if (!ownedBy) return [];
  const rows = await db
    .select(orderColumns)
    .from(orders)
    .where(and(ownedBy, eq(orders.status, 'pending'), inArray(orders.paymentStatus, ['unpaid', 'started'])))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(maxListed);
  return rows.filter((row) => isOwnOrder(secret, requester, row, now));
}

function toOpenOrder({ id, orderNumber, totalCents, reservedUntil }: OrderRow): OpenOrder {
  return {
    id,
    orderNumber,
    total: toMajorUnits(totalCents),
    reservedUntil: reservedUntil?.toISOString() ?? null,
  };
}
