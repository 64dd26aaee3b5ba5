import { eq } from 'drizzle-orm';
import { recordAudit } from '../platform/audit.ts';
import { inTransaction } from '../platform/database.ts';
import type { Deps } from '../platform/deps.ts';
import { products } from './catalog.tables.ts';
import { bumpPlaces } from './catalog.tags.ts';
import { lockProduct } from './update-product.ts';

/** Its orders keep their own copy, its ledger stays. */
export async function deleteProduct(
  deps: Pick<Deps, 'db'>,
  reference: string,
  actorId: string | null,
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const product = await lockProduct(tx, reference);
    const { id, name, sku, priceCents, stockCount } = product;
    await tx.delete(products).where(eq(products.id, id));
    bumpPlaces(tx, [product]);
    await recordAudit(tx, {
      actorId,
      action: 'delete product',
      subject: `product ${id}`,
      before: { name, sku, priceCents, stockCount },
    });
  });
}
