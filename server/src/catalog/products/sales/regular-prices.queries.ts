import type { Cents } from '@reprise/contract/money';
import { and, inArray, isNotNull } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database/database.ts';
import { productSales } from './product-sales.tables.ts';

/** Returns the prices that products have again when their running sale ends, by product id. */
export async function readRegularPrices(db: Queryable, ids: string[]): Promise<Map<string, Cents>> {
  if (ids.length === 0) return new Map();
  const { productId, regularPriceCents } = productSales;
  const rows = await db
    .select({ productId, price: regularPriceCents })
    .from(productSales)
    .where(and(inArray(productId, ids), isNotNull(regularPriceCents)));
  return new Map(
    rows.flatMap(({ productId, price }) => (price === null ? [] : [[productId, price] as const])),
  );
}
