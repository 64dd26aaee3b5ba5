import type { Cents } from '@reprise/contract/money';
import { Problem } from '@reprise/contract/problem';
import { eq } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { recordAudit } from '../../foundations/audit/record-audit.ts';
import { inTransaction, type Queryable } from '../../platform/database/database.ts';
import { products } from '../products/products.tables.ts';
import { lockProduct } from '../products/update-product.ts';

type ProductCost = { unitCost: Cents | null };

/** Returns the cost of one unit of a counted product; null while it is not known. */
export async function readProductCost(db: Queryable, id: string): Promise<ProductCost> {
  const [row] = await db
    .select({ unitCost: products.unitCostCents })
    .from(products)
    .where(eq(products.id, id));
  if (!row) throw new Problem('NOT_FOUND', 'Product not found.');
  return row;
}

/** Sets the cost of one unit; orders placed before stay as they are booked. */
export async function setProductCost(
  { db }: Pick<Deps, 'db'>,
  id: string,
  { unitCost }: ProductCost,
  actorId: string,
): Promise<ProductCost> {
  return inTransaction(db, async (tx) => {
    const product = await lockProduct(tx, id);
    if (product.tracking === 'serial') {
      throw new Problem(
        'SERIAL_TRACKED',
        `${product.name} is tracked by device: each has a cost of its own.`,
      );
    }
    await tx.update(products).set({ unitCostCents: unitCost }).where(eq(products.id, product.id));
    await recordAudit(tx, {
      actorId,
      action: 'set cost of product',
      subject: `product ${product.id}`,
      before: { unitCostCents: product.unitCostCents },
      after: { unitCostCents: unitCost },
    });
    return { unitCost };
  });
}
