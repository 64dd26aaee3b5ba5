import { eq } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import { products } from './products.tables.ts';
import { invalidateProduct } from './products.tags.ts';

/** Replaces addresses of images where the product still has them. A deleted product is left as it is. */
export async function replaceImages(
  tx: Tx,
  productId: string,
  replacements: Map<string, string>,
  now: Date,
): Promise<void> {
  const { id, modelKey, images, version } = products;
  const [product] = await tx
    .select({ id, modelKey, images, version })
    .from(products)
    .where(eq(id, productId))
    .for('no key update');
  if (!product?.images.some((url) => replacements.has(url))) return;
  await tx
    .update(products)
    .set({
      images: product.images.map((url) => replacements.get(url) ?? url),
      // A form that was opened before would bring the old addresses back.
      version: product.version + 1,
      updatedAt: now,
    })
    .where(eq(id, productId));
  invalidateProduct(tx, product);
}
