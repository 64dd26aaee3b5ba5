import { inArray } from 'drizzle-orm';
import type { Tx } from '../../../platform/database/database.ts';
import { products } from '../products.tables.ts';
import { invalidateFamilies, invalidateProduct } from '../products.tags.ts';

/** Invalidates both families of a moved configuration or product: their choices, and the pooled ratings of their products. */
export async function invalidateFamilyMove(tx: Tx, familyIds: string[]): Promise<void> {
  invalidateFamilies(tx, familyIds);
  const rows = await tx
    .select({ id: products.id, modelKey: products.modelKey })
    .from(products)
    .where(inArray(products.familyId, familyIds));
  for (const product of rows) invalidateProduct(tx, product);
}
