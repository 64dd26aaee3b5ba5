import { lowStockBelow } from '@reprise/contract/catalog/stock';
import { Problem } from '@reprise/contract/problem';
import { asc, inArray, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/new-id.ts';
import { products, stockMovements } from '../catalog.tables.ts';
import { invalidateStock } from '../catalog.tags.ts';
import { triggerStockAlerts } from '../trigger-alerts.ts';

// The only place that changes products.stock_count. Every change leaves a row in the ledger, as does the count that a
// product is stored with.

export type StockLine = { productId: string; quantity: number };

type StockReason = (typeof stockMovements.$inferInsert)['reason'];

export type StockChange = {
  orderId: string | null;
  reason: StockReason;
  actorId: string | null;
  now: Date;
  note?: string;
};

/** What is left of a product after its stock was changed. */
export type StockLeft = {
  productId: string;
  name: string;
  left: number;
  change: number;
  categoryId: string | null;
  modelKey: string | null;
};

/** A product that cannot be had in the wanted quantity. */
export type Shortage = { productId: string; name: string; available: number };

/** Takes all lines or, throwing OUT_OF_STOCK or PRODUCT_UNAVAILABLE, none. One line per product. */
export async function takeStock(tx: Tx, lines: StockLine[], change: StockChange): Promise<StockLeft[]> {
  const locked = await lockProducts(tx, lines);
  refuseMissing(lines, locked);
  const taken = await applyChanges(
    tx,
    lines.map((line) => ({ productId: line.productId, change: -line.quantity })),
    change,
  );
  if (taken.length < lines.length) {
    const done = new Set(taken.map((product) => product.productId));
    const short = locked.filter((product) => !done.has(product.id));
    throw outOfStock(
      short.map(({ id, name, stockCount }) => ({ productId: id, name, available: stockCount })),
    );
  }
  return taken;
}

/**
 * The same as part of a larger statement, for the one place where stock changes by the hundred a second: the CTEs
 * `wanted`, `locked`, `taken` and `ledger`. They need an earlier CTE `lines` (order_id, product_id, quantity,
 * price_cents, movement_id, actor_id, placed_at), and the products are locked, in id order, once `ready` holds.
 * `taken` has those that were there in full, at that price and on sale, and left `atLeast` so many; where one of the
 * `wanted` is missing, the caller rolls back.
 */
export function takingStock(ready: SQL, atLeast: Placeholder): SQL {
  return sql`
    wanted as materialized (
      select product_id, price_cents, sum(quantity)::integer as quantity from lines group by product_id, price_cents
    ), locked as materialized (
      select wanted.* from wanted join ${products} on ${products.id} = wanted.product_id
      where ${ready}
      order by ${products.id} for no key update of ${products}
    ), taken as (
      update ${products} set stock_count = ${products.stockCount} - locked.quantity
      from locked
      where ${products.id} = locked.product_id and ${products.priceCents} = locked.price_cents
        and ${products.stockCount} - locked.quantity >= ${atLeast}::integer and ${products.archivedAt} is null
      returning ${products.id} as product_id, ${products.name}, ${products.stockCount} as stock_left,
        -locked.quantity as change, ${products.categoryId} as category_id, ${products.modelKey} as model_key
    ), ledger as (
      insert into ${stockMovements} (id, product_id, change, reason, note, order_id, actor_id, created_at)
      select movement_id, product_id, -quantity, 'order', '', order_id, actor_id, placed_at
      from lines join taken using (product_id)
    )`;
}

/** Gives the lines back; products that were deleted meanwhile are skipped. */
export async function putBackStock(tx: Tx, lines: StockLine[], change: StockChange): Promise<StockLeft[]> {
  await lockProducts(tx, lines);
  return applyChanges(
    tx,
    lines.map((line) => ({ productId: line.productId, change: line.quantity })),
    change,
  );
}

/** The ledger's first row of products that were stored with what there is of them. */
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

/**
 * Changes one product's stock by a difference that the order slice has no part in: a correction. Never below 0: throws OUT_OF_STOCK naming what is there. Returns what is there afterwards.
 */
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

/** Corrects the stock of several products; the caller has locked them and made sure that none falls below 0. */
export async function changeStocks(
  tx: Tx,
  lines: { productId: string; change: number }[],
  change: Omit<StockChange, 'orderId'>,
): Promise<void> {
  const wanted = lines.filter((line) => line.change !== 0);
  if (wanted.length === 0) return;
  const applied = await applyChanges(tx, wanted, { ...change, orderId: null });
  if (applied.length < wanted.length) throw new Error('Some stock changed although it was locked.');
}

/** The refusal for lines that cannot be filled, in the words a shopper reads. */
export function outOfStock(short: Shortage[]): Problem {
  const items = short.map(({ productId, name, available }) => ({ product: productId, name, available }));
  return new Problem('OUT_OF_STOCK', short.map(shortageSentence).join(' '), { details: { items } });
}

function shortageSentence({ name, available }: Shortage): string {
  return available <= 0 ? `${name} is sold out.` : `Only ${available} of ${name} left.`;
}

/** The refusal for products that are no longer sold. */
export function productUnavailable(productIds: string[]): Problem {
  const message =
    productIds.length === 1
      ? 'An item in your cart is no longer available.'
      : 'Some items in your cart are no longer available.';
  return new Problem('PRODUCT_UNAVAILABLE', message, {
    details: { items: productIds.map((product) => ({ product, available: 0 })) },
  });
}

/** Whether this very change made the product low in stock. */
export function becameLow({ left, change }: StockLeft): boolean {
  return left < lowStockBelow && left - change >= lowStockBelow;
}

/**
 * Two carts with the same products would wait for each other if each locked them in its own order, and an
 * UPDATE of many rows has no order of its own. So all are locked first, by id.
 */
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

function refuseMissing(lines: StockLine[], found: { id: string }[]): void {
  const there = new Set(found.map((product) => product.id));
  const missing = lines.map((line) => line.productId).filter((id) => !there.has(id));
  if (missing.length > 0) throw productUnavailable(missing);
}

/** Applies what can be applied without going below 0, with its ledger rows; returns exactly that. */
async function applyChanges(
  tx: Tx,
  changes: { productId: string; change: number }[],
  { orderId, reason, actorId, now, note = '' }: StockChange,
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
  const back = applied.filter(({ left, change }) => left > 0 && left - change <= 0);
  await triggerStockAlerts(
    tx,
    back.map(({ productId }) => productId),
    now,
  );
  return applied;
}
