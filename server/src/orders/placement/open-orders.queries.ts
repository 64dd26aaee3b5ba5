import { centsToDollars } from '@reprise/contract/money';
import type { OpenOrder } from '@reprise/contract/orders/orders';
import { orderLimits } from '@reprise/contract/orders/orders';
import { Problem, problemCodeOf } from '@reprise/contract/problem';
import { and, desc, eq, inArray, or } from 'drizzle-orm';
import type { Keyring } from '../../platform/crypto/keyring.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { isOwnOrder, type OrderRequester } from '../order-access.ts';
import { type OrderRow, orderColumns } from '../orders.queries.ts';
import { orders } from '../orders.tables.ts';

/** More than the limits allow at once, for orders from before they held. */
const maxListed = 20;

/**
 * A TOO_MANY_UNPAID that names the caller's own open orders, which can be paid or cancelled. Of a network's other
 * orders it says nothing: they are other people's.
 */
export async function nameOpenOrders(
  db: Queryable,
  secret: Keyring,
  { reader, limitKey, now }: { reader: OrderRequester; limitKey: string | null; now: Date },
  refusal: unknown,
): Promise<unknown> {
  if (problemCodeOf(refusal) !== 'TOO_MANY_UNPAID') return refusal;
  const { code, message, details } = refusal as Problem;
  const own = await findOpenOrders(db, secret, { reader, limitKey, now });
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
  { reader, limitKey, now }: { reader: OrderRequester; limitKey: string | null; now: Date },
): Promise<OrderRow[]> {
  const { caller } = reader;
  const whose = or(
    caller ? eq(orders.userId, caller.userId) : undefined,
    limitKey === null ? undefined : eq(orders.limitKey, limitKey),
  );
  if (!whose) return [];
  const rows = await db
    .select(orderColumns)
    .from(orders)
    .where(and(whose, eq(orders.status, 'pending'), inArray(orders.paymentStatus, ['unpaid', 'started'])))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(maxListed);
  return rows.filter((row) => isOwnOrder(secret, reader, row, now));
}

function toOpenOrder({ id, orderNumber, totalCents, holdUntil }: OrderRow): OpenOrder {
  return {
    id,
    orderNumber,
    total: centsToDollars(totalCents),
    reservedUntil: holdUntil?.toISOString() ?? null,
  };
}
