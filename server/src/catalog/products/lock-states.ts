import { asc, inArray } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import type { ProductState } from './plan-change.ts';
import { products } from './products.tables.ts';

/** Locks the products in id order, so that two bulk edits cannot deadlock. */
export async function lockStates(tx: Tx, ids: string[]): Promise<Map<string, ProductState>> {
  const rows = await tx
    .select({
      id: products.id,
      name: products.name,
      brand: products.brand,
      priceCents: products.priceCents,
      originalPriceCents: products.originalPriceCents,
      condition: products.condition,
      categoryId: products.categoryId,
      modelKey: products.modelKey,
      batteryHealth: products.batteryHealth,
      featured: products.featured,
      archivedAt: products.archivedAt,
      isDraft: products.isDraft,
      stockCount: products.stockCount,
      tracking: products.tracking,
      version: products.version,
    })
    .from(products)
    .where(inArray(products.id, ids))
    .orderBy(asc(products.id))
    .for('no key update');
  return new Map(rows.map((row) => [row.id, row]));
}
