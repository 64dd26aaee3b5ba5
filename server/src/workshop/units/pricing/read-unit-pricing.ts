import { cents } from '@reprise/contract/money';
import { salesDays, suggestPrice, type UnitPricing } from '@reprise/contract/workshop/units/pricing';
import { and, asc, desc, eq, gt, gte, inArray, isNull, max, min, sql } from 'drizzle-orm';
import { products, stockMovements } from '../../../catalog/products/products.tables.ts';
import type { Deps } from '../../../deps.ts';
import { readSettings } from '../../../foundations/settings/settings.queries.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { dayMs } from '../../../platform/time.ts';
import { findUnitRow } from '../unit-rows.ts';
import { units } from '../units.tables.ts';

/** Returns the price of the product that sells a unit or would, with a suggestion; null without such a product. */
export async function readUnitPricing(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  reference: string,
): Promise<UnitPricing | null> {
  const unit = await findUnitRow(db, reference);
  const product = await findSellingProduct(db, unit);
  if (!product) return null;
  const sales = await readSales(db, product.id, now());
  const facts = {
    ...sales,
    price: product.price,
    left: product.left,
    cost: cents(Math.max(unit.costCents, sales.cost)),
    nextPrice: await findNextPrice(db, product),
  };
  const { leastMargin } = await readSettings(db);
  const hasCost = unit.purchaseCents !== null;
  return {
    product,
    left: facts.left,
    oldestDays: facts.oldestDays,
    soldLately: facts.soldLately,
    cost: hasCost ? unit.costCents : null,
    margin: hasCost ? cents(product.price - unit.costCents) : null,
    suggestion: suggestPrice(facts, leastMargin),
  };
}

/** `left`: devices on sale that no order waits for. */
type SellingProduct = UnitPricing['product'] & { modelKey: string | null; left: number };

/** The product of a unit, or the first of its model and condition that is tracked by device. */
async function findSellingProduct(
  db: Queryable,
  { productId, modelKey, condition }: typeof units.$inferSelect,
): Promise<SellingProduct | undefined> {
  if (productId === null && condition === null) return undefined;
  const isSame =
    productId === null
      ? and(eq(products.modelKey, modelKey), eq(products.condition, condition ?? 'good'))
      : eq(products.id, productId);
  const [found] = await db
    .select({
      id: products.id,
      name: products.name,
      condition: products.condition,
      price: products.priceCents,
      modelKey: products.modelKey,
      left: products.stockCount,
    })
    .from(products)
    .where(and(isSame, isNull(products.archivedAt)))
    .orderBy(desc(products.tracking), asc(products.priceCents), asc(products.id))
    .limit(1);
  return found;
}

/** Lowest price above the product's among the other conditions of its model. */
async function findNextPrice(db: Queryable, { modelKey, price }: SellingProduct) {
  if (modelKey === null) return null;
  const [row] = await db
    .select({ price: min(products.priceCents) })
    .from(products)
    .where(and(eq(products.modelKey, modelKey), gt(products.priceCents, price), isNull(products.archivedAt)));
  return row?.price ?? null;
}

async function readSales(db: Queryable, productId: string, now: Date) {
  const [onSale] = await db
    .select({ since: min(units.listedAt), cost: max(units.costCents) })
    .from(units)
    .where(and(eq(units.productId, productId), eq(units.state, 'listed')));
  const [sold] = await db
    .select({ count: sql<number>`coalesce(-sum(${stockMovements.change}), 0)::int` })
    .from(stockMovements)
    .where(
      and(
        eq(stockMovements.productId, productId),
        gte(stockMovements.createdAt, new Date(now.getTime() - salesDays * dayMs)),
        inArray(stockMovements.reason, ['order', 'cancellation']),
      ),
    );
  const since = onSale?.since ?? null;
  return {
    oldestDays: since && Math.floor((now.getTime() - since.getTime()) / dayMs),
    cost: onSale?.cost ?? cents(0),
    soldLately: Math.max(0, sold?.count ?? 0),
  };
}
