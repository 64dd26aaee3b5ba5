import { Problem } from '@reprise/contract/problem';
import type { OrderStatus } from '@reprise/contract/sales/orders/order-status';
import { sql } from 'drizzle-orm';
import type { Tx } from '../../../platform/database/database.ts';
import { isPaid } from '../amount-due.ts';
import { readLockedDevices } from '../devices/locked-devices.ts';
import type { OrderRow } from '../orders.queries.ts';

type Step = { order: OrderRow; to: OrderStatus };

/**
 * Throws EDIT_CONFLICT for the cancellation of an order whose devices were replaced or came back locked to an account, or
 * of a replacement that has left. A cancelled replacement is not opened again, because its return waits for another decision.
 */
export async function assertMayCancel(tx: Tx, steps: readonly Step[]): Promise<void> {
  const reopened = steps.find(({ order }) => order.returnId !== null && order.status === 'cancelled');
  if (reopened)
    throw new Problem(
      'EDIT_CONFLICT',
      'This replacement was cancelled, and its return waits for a decision. Decide there on another replacement.',
    );
  // Devices come back from orders of which a part has left.
  const cancelled = steps.filter(({ order, to }) => to === 'cancelled' && order.status !== 'pending');
  const replacing = cancelled.filter(({ order }) => order.returnId !== null).map(({ order }) => order.id);
  const sold = cancelled.filter(({ order }) => order.returnId === null).map(({ order }) => order.id);
  if (sold.length > 0) await assertNotReplaced(tx, sold);
  // The channel has refunded its buyer already.
  const refunded = cancelled.filter(({ order }) => isPaid(order) && order.paymentMethod !== 'channel');
  if (refunded.length > 0)
    await assertNotLocked(
      tx,
      refunded.map(({ order }) => order.id),
    );
  if (replacing.length > 0) await assertNotSent(tx, replacing);
}

async function assertNotReplaced(tx: Tx, orderIds: string[]): Promise<void> {
  const { rows } = await tx.execute<{ number: string }>(sql`
    select o.order_number as number from orders o join order_items i on i.order_id = o.id
    where o.id = any(${sql.param(orderIds)}::text[]) and i.replaced_quantity > 0 limit 1`);
  const [order] = rows;
  if (!order) return;
  throw new Problem(
    'EDIT_CONFLICT',
    `A device of ${order.number} was replaced, so that it cannot be cancelled. Open a return to take it back.`,
  );
}

async function assertNotLocked(tx: Tx, orderIds: string[]): Promise<void> {
  const [locked] = await readLockedDevices(tx, orderIds);
  if (!locked) return;
  throw new Problem(
    'EDIT_CONFLICT',
    `${locked.number} came back locked to an account, so that ${locked.orderNumber} cannot be cancelled and refunded. Ask the customer to remove the lock, or decide on its return.`,
  );
}

/** The slice of returns and that of units are above this one, so their tables are named instead of imported. */
async function assertNotSent(tx: Tx, orderIds: string[]): Promise<void> {
  const { rows } = await tx.execute<{ number: string }>(sql`
    select o.order_number as number from orders o
    where o.id = any(${sql.param(orderIds)}::text[]) and (
      o.status in ('shipped', 'delivered')
      or exists (select from parcels p where p.order_id = o.id)
      or exists (
        select from order_items i join order_item_units b on b.order_item_id = i.id and b.ended_at is null
        join units u on u.id = b.unit_id where i.order_id = o.id and u.state <> 'allocated')
      or exists (
        select from order_items i join return_lines l on l.order_item_id = i.replaces_item_id
        where i.order_id = o.id and l.binding_id is null and l.settled_at is null)
    ) limit 1`);
  const [order] = rows;
  if (!order) return;
  throw new Problem(
    'EDIT_CONFLICT',
    `${order.number} replaces a returned item and has left, so that it cannot be cancelled. Open a return to take it back.`,
  );
}
