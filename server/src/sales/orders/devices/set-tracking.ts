import { Problem } from '@reprise/contract/problem';
import {
  maxTrackedDevices,
  type ProductTracking,
  type TrackingMode,
} from '@reprise/contract/workshop/units/tracking';
import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm';
import { findProductId, isProduct, productNotFound } from '../../../catalog/products/product.queries.ts';
import { products } from '../../../catalog/products/products.tables.ts';
import { invalidatePlaces } from '../../../catalog/products/products.tags.ts';
import { setProductTracking } from '../../../catalog/products/stock/set-product-tracking.ts';
import { lockProduct } from '../../../catalog/products/update-product.ts';
import type { Deps } from '../../../deps.ts';
import { recordAudit } from '../../../foundations/audit/record-audit.ts';
import { inTransaction, type Queryable, type Tx } from '../../../platform/database/database.ts';
import { ensureModel } from '../../../workshop/units/ensure-model.ts';
import {
  countDevices,
  startTracking,
  stopTracking,
} from '../../../workshop/units/in-orders/track-product.ts';
import { orderItemUnits } from '../../../workshop/units/units.tables.ts';
import { orderItems, orders } from '../orders.tables.ts';

/** Returns how a product is tracked and how many devices it has. */
export async function readTracking(db: Queryable, reference: string): Promise<ProductTracking> {
  const [product] = await db
    .select({ id: products.id, tracking: products.tracking, stockCount: products.stockCount })
    .from(products)
    .where(isProduct(reference));
  if (!product) throw productNotFound();
  const { id, tracking, stockCount } = product;
  const devices = await countDevices(db, id);
  const waiting = tracking === 'serial' ? await countWaiting(db, id) : unitsOf(await readOpenLines(db, id));
  return { tracking, stockCount, listed: devices.listed, waiting, withoutNumber: devices.withoutNumber };
}

/** Switches a product between count and devices in one transaction; its stock stays as it is. */
export async function setTracking(
  deps: Pick<Deps, 'db' | 'now'>,
  reference: string,
  tracking: TrackingMode,
  actorId: string,
): Promise<ProductTracking> {
  const by = { actorId, now: deps.now() };
  return inTransaction(deps.db, async (tx) => {
    const id = await findProductId(tx, reference);
    const locked = await lockOpenOrders(tx, id);
    const product = await lockProduct(tx, id);
    const lines = await readOpenLines(tx, id);
    // An order placed between the two locks: locking it now could deadlock with a packer.
    if (lines.some(({ orderId }) => !locked.has(orderId))) {
      throw new Problem('EDIT_CONFLICT', 'An order came in at the same moment. Try again.');
    }
    if (product.tracking !== tracking) {
      await markLines(tx, lines, tracking);
      if (tracking === 'serial') {
        await start(tx, product.id, product.stockCount + (await countWaiting(tx, product.id)), by);
      } else await stopTracking(tx, product.id, by);
      await setProductTracking(tx, product.id, tracking, by.now);
      invalidatePlaces(tx, [product]);
      await recordAudit(tx, {
        actorId,
        action: 'track product',
        subject: `product ${product.id}`,
        before: { tracking: product.tracking },
        after: { tracking, stockCount: product.stockCount },
      });
    }
    return readTracking(tx, id);
  });
}

async function start(tx: Tx, productId: string, count: number, by: { actorId: string; now: Date }) {
  if (count > maxTrackedDevices) {
    throw new Problem(
      'SERIAL_TRACKED',
      `A product with more than ${maxTrackedDevices} units cannot be tracked by device.`,
    );
  }
  await ensureModel(tx, { product: productId }, by);
  await startTracking(tx, productId, count, by);
}

const unitsOf = (lines: { quantity: number }[]) => lines.reduce((sum, { quantity }) => sum + quantity, 0);

/**
 * Returns the units that orders wait for of a product tracked by device: those of its lines that no device fills. An order
 * that was shipped before an earlier switch and taken back since has devices already.
 */
async function countWaiting(db: Queryable, productId: string): Promise<number> {
  const filled = sql`(select count(*) from ${orderItemUnits} b where b.order_item_id = ${orderItems.id} and b.ended_at is null)`;
  const [row] = await db
    .select({
      units: sql<number>`coalesce(sum(${orderItems.quantity} - ${orderItems.returnedQuantity} - ${orderItems.replacedQuantity} - ${orderItems.shortQuantity} - ${filled}), 0)::int`,
    })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(
      and(
        eq(orderItems.productId, productId),
        eq(orderItems.tracking, 'serial'),
        ne(orders.status, 'cancelled'),
      ),
    );
  return row?.units ?? 0;
}

const isOpen = inArray(orders.status, ['pending', 'processing']);

/** Locks the orders that have not shipped and contain the product, before the product: the lock order of all writes. */
async function lockOpenOrders(tx: Tx, productId: string): Promise<Set<string>> {
  const rows = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        isOpen,
        sql`${orders.id} in (select ${orderItems.orderId} from ${orderItems} where ${orderItems.productId} = ${productId})`,
      ),
    )
    .orderBy(asc(orders.id))
    .for('update');
  return new Set(rows.map(({ id }) => id));
}

function readOpenLines(db: Queryable, productId: string) {
  return db
    .select({
      itemId: orderItems.id,
      orderId: orderItems.orderId,
      quantity: sql<number>`${orderItems.quantity} - ${orderItems.returnedQuantity} - ${orderItems.replacedQuantity} - ${orderItems.shortQuantity}`,
    })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(and(eq(orderItems.productId, productId), isOpen));
}

async function markLines(tx: Tx, lines: { itemId: string }[], tracking: TrackingMode): Promise<void> {
  if (lines.length === 0) return;
  const ids = lines.map(({ itemId }) => itemId);
  await tx.update(orderItems).set({ tracking }).where(inArray(orderItems.id, ids));
}
