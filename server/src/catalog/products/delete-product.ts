import { eq } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { recordAudit } from '../../foundations/audit/record-audit.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { recordDeletion } from './bulk-changes/record-edits.ts';
import { deletedProductKeys, products, slugRedirects } from './products.tables.ts';
import { invalidatePlaces } from './products.tags.ts';
import { lockProduct } from './update-product.ts';

/** Deletes a product; orders have their own copy, the ledger remains, and its URLs answer 410 Gone. */
export async function deleteProduct(
  deps: Pick<Deps, 'db' | 'now' | 'devices' | 'search'>,
  reference: string,
  actorId: string | null,
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const product = await lockProduct(tx, reference);
    const { id, slug, name, sku, priceCents, stockCount } = product;
    const former = await tx
      .select({ slug: slugRedirects.slug })
      .from(slugRedirects)
      .where(eq(slugRedirects.productId, id));
    const keys = [id, slug, ...former.map((redirect) => redirect.slug)].map((key) => ({ key }));
    await tx.insert(deletedProductKeys).values(keys).onConflictDoNothing();
    await deps.devices.releaseProduct(tx, id, { actorId, now: deps.now() });
    await tx.delete(products).where(eq(products.id, id));
    await deps.search.remove(tx, [id]);
    invalidatePlaces(tx, [product]);
    await recordDeletion(tx, name, { actorId, now: deps.now() });
    await recordAudit(tx, {
      actorId,
      action: 'delete product',
      subject: `product ${id}`,
      before: { name, sku, priceCents, stockCount },
    });
  });
}
