import { lowStockBelow, maxStock, tooMuchStock } from '@reprise/contract/catalog/products/stock';
import { Problem } from '@reprise/contract/problem';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/new-id.ts';
import type { AlertTriggers } from '../alert-triggers.ts';
import { products, stockMovements } from '../products.tables.ts';
import { invalidateStock } from '../products.tags.ts';
import type { DeviceCounts } from './device-counts.ts';

// The only module that changes products.stock_count. Every change, and the initial count, adds a row to the ledger.

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

type StockDifference = {
  productId: string;
  change: number;
  /** Devices that make up the change, each with a ledger row of its own. */
  unitIds?: readonly string[];
};

/** Returns the line of devices of a product that go on sale (1) or off it (-1). */
export function lineOfDevices(productId: string, step: 1 | -1, devices: { id: string }[]): StockDifference {
  return { productId, change: step * devices.length, unitIds: devices.map(({ id }) => id) };
}

/** Change of a count by hand, which the devices of a product tracked by device follow. */
export type CountByHand = Omit<StockChange, 'orderId'> & { devices: DeviceCounts };

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

/**
 * Changes the sold units of products, which the caller has locked, when the items of a paid order change. Those of test
 * orders count while the shop has no other sale.
 */
export async function changeSoldCounts(
  tx: Tx,
  lines: { productId: string; change: number }[],
  { isTestPaid }: { isTestPaid: boolean },
): Promise<void> {
  const counted = isTestPaid ? sql` * (select counts_test_orders::int from store_settings)` : sql``;
  for (const { productId, change } of lines) {
    await tx
      .update(products)
      .set({ soldCount: sql`${products.soldCount} + ${change}::int${counted}` })
      .where(eq(products.id, productId));
  }
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
  change: CountByHand,
): Promise<number> {
  const line = { productId, quantity: Math.abs(difference) };
  const [locked] = await lockProducts(tx, [line]);
  if (!locked) throw new Problem('NOT_FOUND', 'Product not found.');
  if (difference === 0) return locked.stockCount;
  if (difference > 0 && locked.stockCount + difference > maxStock) {
    throw new Problem('VALIDATION_ERROR', `${tooMuchStock()}.`);
  }
  const [changed] = await applyByHand(tx, [{ productId, change: difference }], change);
  if (!changed) throw outOfStock([{ productId, name: locked.name, available: locked.stockCount }]);
  return changed.left;
}

/**
 * Records that devices of a product went on sale or off it; the caller moves them. Throws SERIAL_TRACKED if more would
 * leave than are free of orders.
 */
export async function bookDevices(
  tx: Tx,
  lines: StockDifference[],
  change: Omit<StockChange, 'reason'>,
): Promise<void> {
  for (const line of lines) {
    if (line.change === 0) continue;
    const reason = line.change > 0 ? 'listing' : 'delisting';
    const applied = await applyChanges(tx, [line], { ...change, reason });
    if (applied.length === 0) throw promisedToOrders();
  }
}

/** Records that an order waits for units again, or that short units are not owed; returns false if stock would fall below 0. */
export async function bookShortage(
  tx: Tx,
  line: { productId: string; change: number },
  change: Omit<StockChange, 'reason'>,
): Promise<boolean> {
  const applied = await applyChanges(tx, [line], { ...change, reason: 'shortage' });
  return applied.length > 0;
}

/** Records a counted product that came back in exchange for others, or was refunded after that. */
export async function bookReplaced(tx: Tx, line: StockDifference, change: Omit<StockChange, 'reason'>) {
  await applyChanges(tx, [line], { ...change, reason: 'replacement' });
}

function promisedToOrders(): Problem {
  return new Problem(
    'SERIAL_TRACKED',
    'The devices on sale are all promised to orders. Pack or cancel an order first.',
  );
}

/** Corrects the stock of several products. The caller has locked them and checked that none falls below 0. */
export async function changeStocks(
  tx: Tx,
  lines: { productId: string; change: number }[],
  change: CountByHand,
): Promise<void> {
  const changedLines = lines.filter((line) => line.change !== 0);
  if (changedLines.length === 0) return;
  const applied = await applyByHand(tx, changedLines, change);
  if (applied.length < changedLines.length) throw new Error('Some stock changed although it was locked.');
}

/** Applies counts set by hand; the devices of products that are tracked by device follow. */
async function applyByHand(
  tx: Tx,
  changes: { productId: string; change: number }[],
  { devices, ...change }: CountByHand,
): Promise<StockLeft[]> {
  const serial = await readSerial(
    tx,
    changes.map(({ productId }) => productId),
  );
  const counted = changes.filter(({ productId }) => !serial.has(productId));
  const applied = counted.length === 0 ? [] : await applyChanges(tx, counted, { ...change, orderId: null });
  const tracked = changes.filter(({ productId }) => serial.has(productId));
  for (const one of tracked) {
    const reason = one.change > 0 ? 'listing' : 'delisting';
    const [left] = await applyChanges(tx, [one], { ...change, orderId: null, reason });
    if (!left) continue;
    const { actorId, now, note = '' } = change;
    await devices.countByHand(tx, one.productId, one.change, { actorId, now, note });
    applied.push(left);
  }
  return applied;
}

/** Returns those of the products that are tracked by device. */
export async function readSerial(tx: Tx, productIds: string[]): Promise<Set<string>> {
  const rows = await tx
    .select({ id: products.id })
    .from(products)
    .where(and(inArray(products.id, productIds), eq(products.tracking, 'serial')));
  return new Set(rows.map(({ id }) => id));
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

/** Locks the products in id order and returns their stock by id; deleted ones are left out. */
export async function lockStock(tx: Tx, productIds: string[]): Promise<Map<string, number>> {
  const rows = await lockProducts(
    tx,
    productIds.map((productId) => ({ productId, quantity: 0 })),
  );
  return new Map(rows.map(({ id, stockCount }) => [id, stockCount]));
}

function assertAllExist(lines: StockLine[], existing: { id: string }[]): void {
  const existingIds = new Set(existing.map((product) => product.id));
  const missing = lines.map((line) => line.productId).filter((id) => !existingIds.has(id));
  if (missing.length > 0) throw productUnavailable(missing);
}

/** Applies the changes that do not go below 0, with their ledger rows, and returns those applied. */
async function applyChanges(
  tx: Tx,
  changes: StockDifference[],
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
  const unitsOf = new Map(changes.map(({ productId, unitIds }) => [productId, unitIds]));
  await tx.insert(stockMovements).values(
    applied.flatMap(({ productId, change }) => {
      const movement = { productId, reason, note, orderId, actorId, createdAt: now };
      const ofDevices = unitsOf.get(productId)?.map((unitId) => ({ change: Math.sign(change), unitId }));
      return (ofDevices ?? [{ change }]).map((part) => ({ id: newId('mov'), ...movement, ...part }));
    }),
  );
  const restocked = applied.filter(({ left, change }) => left > 0 && left - change <= 0);
  await alerts.triggerStockAlerts(
    tx,
    restocked.map(({ productId }) => productId),
    now,
  );
  return applied;
}
