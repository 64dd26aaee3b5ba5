import { Problem, problemCodeOf } from '@reprise/contract/problem';
import type { Queryable, Tx } from '../../platform/database/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { transitionOrder } from '../lifecycle/change-status.ts';
import { findOrderFor, type OrderRequester } from '../order-access.ts';
import type { Replaced } from '../order-batcher/build-order.ts';
import { lockOrderRow, type OrderRow, readLines } from '../orders.queries.ts';

/** The order to be replaced and what it would give back: the order that takes its place may have it. */
export async function readReplaced(
  deps: ReaderDeps,
  reader: OrderRequester,
  replaces: string,
): Promise<Replaced | undefined> {
  const row = await findOwn(deps, reader, replaces);
  return row?.status === 'pending' ? { row, lines: await readLines(deps.db, row.id) } : undefined;
}

type Replacement = {
  /** The unpaid order. */
  replaces: string;
  /** The number of the order that takes its place. */
  orderNumber: string;
  reader: OrderRequester;
  now: Date;
};

/**
 * A shopper whose payment failed has changed the address or the goods and orders again: the first order goes in
 * the transaction that brings the second, so that there is always exactly one of them. What was paid or is
 * being prepared stays, and then the second is refused. An order the shopper may not see is left alone.
 */
export async function cancelReplacedOrder(
  tx: Tx,
  { jobs, secret }: Pick<Deps, 'jobs' | 'secret'>,
  { replaces, orderNumber, reader, now }: Replacement,
): Promise<void> {
  const found = await findOwn({ db: tx, secret, now: () => now }, reader, replaces);
  const order = found && (await lockOrderRow(tx, found.id));
  if (!order || order.status === 'cancelled') return;
  if (order.paymentStatus !== 'unpaid' && order.paymentStatus !== 'started') {
    throw new Problem(
      'ALREADY_PAID',
      `Order ${order.orderNumber} is paid already, so nothing was ordered again. Write to us to change it.`,
    );
  }
  if (order.status !== 'pending') {
    throw new Problem(
      'EDIT_CONFLICT',
      `Order ${order.orderNumber} is being prepared already, so nothing was ordered again. Write to us to change it.`,
    );
  }
  await transitionOrder(tx, jobs, order, {
    to: 'cancelled',
    actorId: reader.caller?.userId ?? null,
    now,
    because: `It was changed before it was paid: order ${orderNumber} takes its place.`,
  });
}

/** Throws where the reservation the order would take over has ended: its stock is about to return. */
export function assertStillReserved({ holdUntil }: Pick<OrderRow, 'holdUntil'>, now: Date): void {
  if (holdUntil === null || holdUntil > now) return;
  throw new Problem(
    'EDIT_CONFLICT',
    'The order you are changing waited too long for its payment, so nothing was ordered again. Please order again.',
  );
}

type ReaderDeps = { db: Queryable } & Pick<Deps, 'secret' | 'now'>;

async function findOwn(
  deps: ReaderDeps,
  reader: OrderRequester,
  reference: string,
): Promise<OrderRow | undefined> {
  try {
    const order = await findOrderFor(deps, reader, reference);
    // An administrator sees every order, but changes only their own by ordering again.
    return order.userId === (reader.caller?.userId ?? null) ? order : undefined;
  } catch (error) {
    if (problemCodeOf(error) !== 'NOT_FOUND') throw error;
    return undefined;
  }
}
