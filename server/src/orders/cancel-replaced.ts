import { Problem, problemCodeOf } from '@reprise/contract/problem';
import type { StockLine } from '../catalog/change-stock.ts';
import type { Queryable, Tx } from '../platform/database.ts';
import type { Deps } from '../platform/deps.ts';
import type { Keyring } from '../platform/keyring.ts';
import { moveOrder } from './change-status.ts';
import { findOrderFor, type OrderReader } from './order-access.ts';
import { lockOrderRow, type OrderRow, readLines } from './orders.queries.ts';

/** What a replaced order would give back: the order that takes its place may have it. */
export async function readReplacedLines(
  db: Queryable,
  secret: Keyring,
  reader: OrderReader,
  replaces: string,
): Promise<StockLine[]> {
  const order = await findOwn(db, secret, reader, replaces);
  return order?.status === 'pending' ? readLines(db, order.id) : [];
}

type Replacement = {
  /** The unpaid order. */
  replaces: string;
  /** The number of the order that takes its place. */
  orderNumber: string;
  reader: OrderReader;
  now: Date;
};

/**
 * A shopper whose payment failed has changed the address or the goods and orders again: the first order goes in
 * the transaction that brings the second, so that there is always exactly one of them. What was paid or is
 * being prepared stays, and then the second is refused. An order the shopper may not see is left alone.
 */
export async function cancelReplaced(
  tx: Tx,
  { jobs, secret }: Pick<Deps, 'jobs' | 'secret'>,
  { replaces, orderNumber, reader, now }: Replacement,
): Promise<void> {
  const found = await findOwn(tx, secret, reader, replaces);
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
  await moveOrder(tx, jobs, order, {
    to: 'cancelled',
    actorId: reader.caller?.userId ?? null,
    now,
    because: `It was changed before it was paid: order ${orderNumber} takes its place.`,
  });
}

async function findOwn(
  db: Queryable,
  secret: Keyring,
  reader: OrderReader,
  reference: string,
): Promise<OrderRow | undefined> {
  try {
    const order = await findOrderFor(db, secret, reader, reference);
    // An administrator sees every order, but changes only their own by ordering again.
    return order.userId === (reader.caller?.userId ?? null) ? order : undefined;
  } catch (error) {
    if (problemCodeOf(error) !== 'NOT_FOUND') throw error;
    return undefined;
  }
}
