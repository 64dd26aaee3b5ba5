import { and, eq, inArray, isNotNull, min } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/database.ts';
import { units } from './units.tables.ts';

/** Returns the lowest known cost of the devices on sale of each product, in cents. */
export async function readLowestCosts(db: Queryable, productIds: string[]): Promise<Map<string, number>> {
  if (productIds.length === 0) return new Map();
  const rows = await db
    .select({ productId: units.productId, cost: min(units.costCents) })
    .from(units)
    .where(
      and(inArray(units.productId, productIds), eq(units.state, 'listed'), isNotNull(units.purchaseCents)),
    )
    .groupBy(units.productId);
  return new Map(rows.map(({ productId, cost }) => [productId ?? '', Number(cost)]));
}
