import { Problem } from '@reprise/contract/problem';
import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import { lockStock } from '../../../catalog/products/stock/change-stock.ts';
import { recordShortage } from '../../../catalog/products/stock/record-shortage.ts';
import { recordAudit } from '../../../foundations/audit/record-audit.ts';
import { queueMail } from '../../../foundations/notifications/mail-requests.ts';
import { users } from '../../../people/identity/identity.tables.ts';
import { inTransaction, type Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/new-id.ts';
import type { Shortages } from '../../../workshop/units/shortages.ts';
import { orderItemUnits } from '../../../workshop/units/units.tables.ts';
import { readStockLines } from '../devices/stock-lines.ts';
import { orderItems, orderNotes, orders } from '../orders.tables.ts';
import { fillLine, isCountedBefore, unsettledOf } from './short-lines.ts';

const isOpen = inArray(orders.status, ['pending', 'processing']);

/** SQL: units of a line that wait for devices. */
const waiting = sql<number>`(${orderItems.quantity} - ${orderItems.returnedQuantity} - ${orderItems.replacedQuantity} - ${orderItems.shortQuantity}
  - (select count(*) from ${orderItemUnits} b where b.order_item_id = ${orderItems.id} and b.ended_at is null))::int`;

/** Most short orders that one listing fills. */
const maxFilled = 100;

export const shortages: Shortages = {
  lockWaiting: async (tx, counts) => {
    const ids = new Set<string>();
    for (const [productId, count] of counts) {
      for (const { orderId } of await readNewest(tx, productId, count)) ids.add(orderId);
    }
    return lockOrders(tx, [...ids]);
  },
  markShort: async (tx, device, locked, { actorId, now, jobs }) => {
    const [line] = await readNewest(tx, device.productId, 1);
    if (!line || !locked.has(line.orderId)) {
      throw new Problem('EDIT_CONFLICT', 'An order changed at the same moment. Try again.');
    }
    const { orderId, orderNumber, name } = line;
    await tx
      .update(orderItems)
      .set({ shortQuantity: sql`${orderItems.shortQuantity} + 1` })
      .where(eq(orderItems.id, line.itemId));
    const { productId, id: unitId } = device;
    await recordShortage(tx, { productId, orderId, unitId, actorId, now });
    const because = device.reason === '' ? '' : ` (${device.reason})`;
    const text = `Short: one ${name} is not there. ${device.number} left the stock${because}.`;
    // The account of the author may have been deleted since the call began.
    const authorId = sql`(select ${users.id} from ${users} where ${users.id} = ${actorId})`;
    await tx.insert(orderNotes).values({ id: newId('ont'), orderId, authorId, text, createdAt: now });
    await recordAudit(tx, {
      actorId,
      action: 'mark order short',
      subject: `order ${orderId}`,
      after: { product: productId, device: device.number },
    });
    await queueMail(tx, jobs, {
      kind: 'unit-short',
      eventKey: `unit-short:${unitId}:${orderId}:${now.getTime()}`,
      short: { orderNumber, name, device: device.number },
    });
    return orderNumber;
  },
  fillShort: async ({ db, now, alerts }, productId, actorId) => {
    const isShort = and(eq(orderItems.productId, productId), sql`${orderItems.shortQuantity} > 0`, isOpen);
    const [any] = await selectShort(db).where(isShort).limit(1);
    if (!any) return;
    await inTransaction(db, async (tx) => {
      const rows = await selectShort(tx)
        .where(isShort)
        .orderBy(asc(orders.createdAt), asc(orders.id))
        .limit(maxFilled);
      const ids = rows.map(({ orderId }) => orderId);
      await lockOrders(tx, ids);
      await lockStock(tx, [productId]);
      for (const orderId of ids) {
        const change = { orderId, actorId, now: now(), alerts };
        const line = (await readStockLines(tx, orderId)).find((one) => one.productId === productId);
        const [open] = await tx
          .select({ id: orders.id })
          .from(orders)
          .where(and(eq(orders.id, orderId), isOpen));
        if (!open || !line || isCountedBefore(line) || unsettledOf(line) === 0) continue;
        if ((await fillLine(tx, line, unsettledOf(line), change)) === 0) return;
      }
    });
  },
};

const selectShort = (db: Pick<Tx, 'select'>) =>
  db
    .select({ orderId: orders.id })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .$dynamic();

/** Returns lines of open orders that wait for devices of a product, those of orders placed last in front. */
function readNewest(tx: Tx, productId: string, limit: number) {
  return tx
    .select({
      itemId: orderItems.id,
      name: orderItems.name,
      orderId: orders.id,
      orderNumber: orders.orderNumber,
    })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(
      and(
        eq(orderItems.productId, productId),
        eq(orderItems.tracking, 'serial'),
        isOpen,
        sql`${waiting} > 0`,
      ),
    )
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(limit);
}

/** Locks orders in id order, so that two calls cannot deadlock, and returns their ids. */
async function lockOrders(tx: Tx, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(inArray(orders.id, ids))
    .orderBy(asc(orders.id))
    .for('update');
  return new Set(rows.map(({ id }) => id));
}
