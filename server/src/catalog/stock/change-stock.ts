import { lowStockBelow } from '@reprise/contract/catalog/stock';
import { Problem } from '@reprise/contract/problem';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/new-id.ts';
import type { AlertTriggers } from '../alert-triggers.ts';
import { products, stockMovements } from '../catalog.tables.ts';
import { invalidateStock } from '../catalog.tags.ts';

// The only module that changes products.stock_count, with the statement of orders/order-batcher/store-orders.ts. Every
// change, and the initial count, adds a row to the ledger.

export type StockLine = { productId: string; quantity: number };

type StockReason = (typeof stockMovements.$inferInsert)['reason'];

export type StockChange = {
  orderId: string | null;
  reason: StockReason;
  actorId: string | null;
  now: Date;
  alerts: AlertTriggers;
  note?: string;
};

/** Stock of a product after a change. */
export type StockLeft = {
  productId: string;
  name: string;
  left: number;
  change: number;
  categoryId: string | null;
  modelKey: string | null;
};

/** Product with less stock than requested. */
export type Shortage = { productId: string; name: string; available: number };

/** Takes all lines or none: throws OUT_OF_STOCK or PRODUCT_UNAVAILABLE. Expects one line per product. */
export async function takeStock(tx: Tx, lines: StockLine[], change: StockChange): Promise<StockLeft[]> {
  const locked = await lockProducts(tx, lines);
  assertAllExist(lines, locked);
  const taken = await applyChanges(
    tx,
    lines.map((line) => ({ productId: line.productId, change: -line.quantity })),
    change,
  );
  if (taken.length < lines.length) {
    const takenIds = new Set(taken.map((product) => product.productId));
    const short = locked.filter((product) => !takenIds.has(product.id));
    throw outOfStock(
      short.map(({ id, name, stockCount }) => ({ productId: id, name, available: stockCount })),
    );
  }
  return taken;
}

/** Returns the lines to stock; deleted products are skipped. */
export async function putBackStock(tx: Tx, lines: StockLine[], change: StockChange): Promise<StockLeft[]> {
  await lockProducts(tx, lines);
  return applyChanges(
    tx,
    lines.map((line) => ({ productId: line.productId, change: line.quantity })),
    change,
  );
}

/** Ledger note of movements by an edit of their order. */
const editNote = 'order edited';

/**
 * Takes and returns the stock of an edited order, all lines or none. Locks all products in one id order: taking first
 * and returning afterwards could deadlock with another order.
 */
export async function moveOrderStock(
  tx: Tx,
  lines: { productId: string; change: number }[],
  change: Omit<StockChange, 'reason' | 'note'>,
): Promise<void> {
  const locked = await lockProducts(
    tx,
    lines.map(({ productId }) => ({ productId, quantity: 0 })),
  );
  const taken = lines.filter((line) => line.change < 0);
  assertAllExist(
    taken.map(({ productId }) => ({ productId, quantity: 0 })),
    locked,
  );
  const short = locked.filter(({ id, stockCount }) =>
    taken.some((line) => line.productId === id && stockCount + line.change < 0),
  );
  if (short.length > 0) {
    throw outOfStock(
      short.map(({ id, name, stockCount }) => ({ productId: id, name, available: stockCount })),
    );
  }
  await applyChanges(tx, lines, { ...change, reason: 'order', note: editNote });
}

/** Changes the sold units of products, which the caller has locked, when the items of a paid order change. */
export async function changeSoldCounts(
  tx: Tx,
  lines: { productId: string; change: number }[],
): Promise<void> {
  for (const { productId, change } of lines) {
    await tx
      .update(products)
      .set({ soldCount: sql`${products.soldCount} + ${change}` })
      .where(eq(products.id, productId));
  }
}

/** Ledger note of units that never came back from a cancelled order. */
const notReturned = 'not returned';

/**
 * Records lines that an order booked back, or takes again, while the units are elsewhere: each movement has an
 * adjustment that cancels it out. The stock count stays, so that no alert promises units that are not there.
 */
export async function recordUnreturned(
  tx: Tx,
  lines: StockLine[],
  { orderId, reason, actorId, now }: Omit<StockChange, 'alerts'>,
): Promise<void> {
  const sign = reason === 'cancellation' ? 1 : -1;
  const existing = new Set((await lockProducts(tx, lines)).map(({ id }) => id));
  const movements = lines
    .filter(({ productId }) => existing.has(productId))
    .flatMap(({ productId, quantity }) => [
      { productId, change: sign * quantity, reason, note: '' },
      { productId, change: -sign * quantity, reason: 'adjustment' as const, note: notReturned },
    ]);
  if (movements.length === 0) return;
  await tx
    .insert(stockMovements)
    .values(
      movements.map((movement) => ({ ...movement, id: newId('mov'), orderId, actorId, createdAt: now })),
    );
}

/** Returns the units of an order that were not returned when it was cancelled, by product. */
export async function readUnreturned(tx: Tx, orderId: string): Promise<Map<string, number>> {
  const rows = await tx
    .select({ productId: stockMovements.productId, units: sql<number>`-sum(${stockMovements.change})::int` })
    .from(stockMovements)
    .where(and(eq(stockMovements.orderId, orderId), eq(stockMovements.reason, 'adjustment')))
    .groupBy(stockMovements.productId);
  return new Map(rows.filter(({ units }) => units > 0).map(({ productId, units }) => [productId, units]));
}

/** Adds the first ledger row of new products with stock. */
export async function recordInitialStock(
  tx: Tx,
  added: { id: string; stockCount: number; createdAt: Date }[],
  actorId: string | null,
): Promise<void> {
  const first = added.filter(({ stockCount }) => stockCount > 0);
  if (first.length === 0) return;
  await tx.insert(stockMovements).values(
    first.map(({ id, stockCount, createdAt }) => ({
      id: newId('mov'),
      productId: id,
      change: stockCount,
      reason: 'initial' as const,
      note: '',
      orderId: null,
      actorId,
      createdAt,
    })),
  );
}

/** Corrects the stock of one product and returns the new count; throws OUT_OF_STOCK if it would fall below 0. */
export async function changeStock(
  tx: Tx,
  productId: string,
  difference: number,
  change: Omit<StockChange, 'orderId'>,
): Promise<number> {
  const line = { productId, quantity: Math.abs(difference) };
  const [locked] = await lockProducts(tx, [line]);
  if (!locked) throw new Problem('NOT_FOUND', 'Product not found.');
  if (difference === 0) return locked.stockCount;
  const [changed] = await applyChanges(tx, [{ productId, change: difference }], { ...change, orderId: null });
  if (!changed) throw outOfStock([{ productId, name: locked.name, available: locked.stockCount }]);
  return changed.left;
}

/** Corrects the stock of several products. The caller has locked them and checked that none falls below 0. */
export async function changeStocks(
  tx: Tx,
  lines: { productId: string; change: number }[],
  change: Omit<StockChange, 'orderId'>,
): Promise<void> {
  const changedLines = lines.filter((line) => line.change !== 0);
  if (changedLines.length === 0) return;
  const applied = await applyChanges(tx, changedLines, { ...change, orderId: null });
  if (applied.length < changedLines.length) throw new Error('Some stock changed although it was locked.');
}

/** Returns the OUT_OF_STOCK problem, worded for shoppers. */
export function outOfStock(short: Shortage[]): Problem {
  const items = short.map(({ productId, name, available }) => ({ product: productId, name, available }));
  return new Problem('OUT_OF_STOCK', short.map(shortageSentence).join(' '), { details: { items } });
}

function shortageSentence({ name, available }: Shortage): string {
  return available <= 0 ? `${name} is sold out.` : `Only ${available} of ${name} left.`;
}

/** Returns the PRODUCT_UNAVAILABLE problem for deleted or archived products. */
export function productUnavailable(productIds: string[]): Problem {
  const message =
    productIds.length === 1
      ? 'An item in your cart is no longer available.'
      : 'Some items in your cart are no longer available.';
  return new Problem('PRODUCT_UNAVAILABLE', message, {
    details: { items: productIds.map((product) => ({ product, available: 0 })) },
  });
}

/** Returns true when this change made the product low in stock. */
export function becameLow({ left, change }: StockLeft): boolean {
  return left < lowStockBelow && left - change >= lowStockBelow;
}

/** Locks the products in id order before the update, which has no order: two carts could otherwise deadlock. */
function lockProducts(tx: Tx, lines: StockLine[]) {
  return tx
    .select({ id: products.id, name: products.name, stockCount: products.stockCount })
    .from(products)
    .where(
      inArray(
        products.id,
        lines.map((line) => line.productId),
      ),
    )
    .orderBy(asc(products.id))
    .for('no key update');
}

function assertAllExist(lines: StockLine[], existing: { id: string }[]): void {
  const existingIds = new Set(existing.map((product) => product.id));
  const missing = lines.map((line) => line.productId).filter((id) => !existingIds.has(id));
  if (missing.length > 0) throw productUnavailable(missing);
}

/** Applies the changes that do not go below 0, with their ledger rows, and returns those applied. */
async function applyChanges(
  tx: Tx,
  changes: { productId: string; change: number }[],
  { orderId, reason, actorId, now, alerts, note = '' }: StockChange,
): Promise<StockLeft[]> {
  const rows = sql.join(
    changes.map(({ productId, change }) => sql`(${productId}::text, ${change}::integer)`),
    sql`, `,
  );
  const { rows: applied } = await tx.execute<StockLeft>(sql`
    update ${products} set stock_count = ${products.stockCount} + wanted.change
    from (values ${rows}) as wanted (product_id, change)
    where ${products.id} = wanted.product_id and ${products.stockCount} + wanted.change >= 0
    returning ${products.id} as "productId", ${products.name}, ${products.stockCount} as "left", wanted.change,
      ${products.categoryId} as "categoryId", ${products.modelKey} as "modelKey"
  `);
  if (applied.length === 0) return [];
  invalidateStock(tx, applied);
  await tx.insert(stockMovements).values(
    applied.map(({ productId, change }) => ({
      id: newId('mov'),
      productId,
      change,
      reason,
      note,
      orderId,
      actorId,
      createdAt: now,
    })),
  );
  const restocked = applied.filter(({ left, change }) => left > 0 && left - change <= 0);
  await alerts.triggerStockAlerts(
    tx,
    restocked.map(({ productId }) => productId),
    now,
  );
  return applied;
}
