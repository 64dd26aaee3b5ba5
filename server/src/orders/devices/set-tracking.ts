import { Problem } from '@reprise/contract/problem';
import { maxTrackedDevices, type ProductTracking, type TrackingMode } from '@reprise/contract/units/tracking';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { recordAudit } from '../../audit/record-audit.ts';
import { products } from '../../catalog/catalog.tables.ts';
import { invalidatePlaces } from '../../catalog/catalog.tags.ts';
import { findProductId, isProduct, productNotFound } from '../../catalog/product.queries.ts';
import { setProductTracking } from '../../catalog/stock/set-product-tracking.ts';
import { lockProduct } from '../../catalog/update-product.ts';
import type { Deps } from '../../deps.ts';
import { inTransaction, type Queryable, type Tx } from '../../platform/database/database.ts';
import { ensureModel } from '../../units/ensure-model.ts';
import { countDevices, startTracking, stopTracking } from '../../units/in-orders/track-product.ts';
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
  const lines = await readOpenLines(db, id);
  const owed = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const waiting = tracking === 'serial' ? owed - devices.allocated : owed;
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
      const open = lines.reduce((sum, { quantity }) => sum + quantity, 0);
      if (tracking === 'serial') await start(tx, product.id, product.stockCount + open, by);
      else await stopTracking(tx, product.id, by);
      await markLines(tx, lines, tracking);
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
      quantity: sql<number>`${orderItems.quantity} - ${orderItems.returnedQuantity}`,
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
