import { eq } from 'drizzle-orm';
import { recordAudit } from '../../foundations/audit/record-audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { ensureConfigurations } from './families/ensure-configurations.ts';
import { invalidateFamilyMove } from './families/invalidate-family-move.ts';
import { products } from './products.tables.ts';
import { invalidateMove } from './products.tags.ts';
import { lockProduct } from './update-product.ts';

/** Returns the model key of a product; sets it to the slug if absent, so that a sibling can share the ladder. */
export async function shareModelKey(
  tx: Tx,
  reference: string,
  { actorId, now }: { actorId: string | null; now: Date },
): Promise<string> {
  const product = await lockProduct(tx, reference);
  const { id, slug, name, brand, categoryId, modelKey, version } = product;
  if (modelKey !== null) return modelKey;
  await ensureConfigurations(tx, [{ key: slug, name: name || slug, brand, categoryId, createdAt: now }]);
  const [moved] = await tx
    .update(products)
    .set({ modelKey: slug, version: version + 1, updatedAt: now })
    .where(eq(products.id, id))
    .returning({ familyId: products.familyId });
  await invalidateFamilyMove(tx, [product.familyId, moved?.familyId ?? product.familyId]);
  invalidateMove(tx, product, { ...product, modelKey: slug });
  await recordAudit(tx, {
    actorId,
    action: 'edit product',
    subject: `product ${id}`,
    before: { modelKey: null },
    after: { modelKey: slug },
  });
  return slug;
}
