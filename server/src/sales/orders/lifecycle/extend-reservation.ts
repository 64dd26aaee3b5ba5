import { Problem } from '@reprise/contract/problem';
import { eq } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { recordAudit } from '../../../foundations/audit/record-audit.ts';
import { readSettings } from '../../../foundations/settings/settings.queries.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { orderNotFound } from '../order-access.ts';
import { lockOrderRow, type OrderRow } from '../orders.queries.ts';
import { orders } from '../orders.tables.ts';
import { extendedReservation, isOpenOrder, reservationEndOf } from './reservation.ts';

/** Extends an unpaid order's reservation to the length of a new staff order, counted from now. */
export async function extendReservation(
  deps: Pick<Deps, 'db' | 'now'>,
  reference: string,
  actorId: string,
): Promise<Pick<OrderRow, 'id'>> {
  return inTransaction(deps.db, async (tx) => {
    const order = await lockOrderRow(tx, reference);
    if (!order) throw orderNotFound();
    if (!isOpenOrder(order)) {
      throw new Problem('EDIT_CONFLICT', 'This order is not waiting for payment.');
    }
    const now = deps.now();
    const end = reservationEndOf('staff', await readSettings(tx), now);
    const reservedUntil = extendedReservation(order.reservedUntil, end);
    await tx.update(orders).set({ reservedUntil, updatedAt: now }).where(eq(orders.id, order.id));
    await recordAudit(tx, {
      actorId,
      action: 'extend reservation',
      subject: `order ${order.id}`,
      before: { reservedUntil: order.reservedUntil?.toISOString() ?? null },
      after: { reservedUntil: reservedUntil.toISOString() },
    });
    return order;
  });
}
