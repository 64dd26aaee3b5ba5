import { Problem, problemCodeOf } from '@reprise/contract/problem';
import type { Deps } from '../../../deps.ts';
import type { Queryable, Tx } from '../../../platform/database/database.ts';
import { transitionOrder } from '../lifecycle/transition-orders.ts';
import { findOrderFor, type OrderRequester } from '../order-access.ts';
import { lockOrderRow, type OrderRow } from '../orders.queries.ts';
import type { Placement } from './build-order.ts';

type Replacing = Pick<Placement, 'order' | 'requester' | 'orderNumber' | 'now'>;

/**
 * Cancels the unpaid order that this one replaces, in the same transaction, so that exactly one of them exists. Returns
 * it as it was; throws when it is paid or being prepared, and ignores an order the caller may not see.
 */
export async function cancelReplacedOrder(
  tx: Tx,
  deps: Pick<Deps, 'jobs' | 'secret' | 'alerts'>,
  { order: { replaces }, requester, orderNumber, now }: Replacing,
): Promise<OrderRow | undefined> {
  if (!replaces || !requester) return undefined;
  const own = await findOwn({ db: tx, secret: deps.secret, now: () => now }, requester, replaces);
  const order = own && (await lockOrderRow(tx, own.id));
  if (!order || order.status === 'cancelled') return undefined;
  if (order.paymentStatus !== 'unpaid' && order.paymentStatus !== 'started') {
    throw new Problem(
      'ALREADY_PAID',
      `Order ${order.orderNumber} is already paid, so no new order was placed. Contact us to change it.`,
    );
  }
  if (order.status !== 'pending') {
    throw new Problem(
      'EDIT_CONFLICT',
      `Order ${order.orderNumber} is already being prepared, so no new order was placed. Contact us to change it.`,
    );
  }
  await transitionOrder(tx, deps, order, {
    to: 'cancelled',
    actorId: requester.caller?.userId ?? null,
    now,
    reason: `The order was changed before payment and replaced by order ${orderNumber}.`,
  });
  return order;
}

/** Throws when the reservation the order inherits has expired: its stock is about to be returned. */
export function assertStillReserved({
  reservedUntil,
  createdAt,
}: Pick<OrderRow, 'reservedUntil' | 'createdAt'>): void {
  if (reservedUntil === null || reservedUntil > createdAt) return;
  throw new Problem(
    'EDIT_CONFLICT',
    'The order you are changing was not paid in time, so no new order was placed. Please order again.',
  );
}

type LookupDeps = { db: Queryable } & Pick<Deps, 'secret' | 'now'>;

async function findOwn(
  deps: LookupDeps,
  requester: OrderRequester,
  reference: string,
): Promise<OrderRow | undefined> {
  try {
    const order = await findOrderFor(deps, requester, reference);
    // Administrators can read every order but replace only their own.
    return order.userId === (requester.caller?.userId ?? null) ? order : undefined;
  } catch (error) {
    if (problemCodeOf(error) !== 'NOT_FOUND') throw error;
    return undefined;
  }
}
