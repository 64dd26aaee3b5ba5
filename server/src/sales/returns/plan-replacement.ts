import { Problem } from '@reprise/contract/problem';
import type { LineDecision } from '@reprise/contract/sales/returns/return';
import { eq } from 'drizzle-orm';
import { products } from '../../catalog/products/products.tables.ts';
import type { Tx } from '../../platform/database/database.ts';
import { units } from '../../workshop/units/units.tables.ts';
import type { LineRow } from './return-rows.ts';

const invalid = (message: string) =>
  new Problem('VALIDATION_ERROR', message, { errors: [{ field: 'decisions', message }] });

/**
 * Returns what is sent instead of an item: the same product unless another is chosen. Throws unless it is sold as the item
 * was, by device or as a count, and the chosen device is on sale.
 */
export async function planReplacement(
  tx: Tx,
  { productId, boundProductId, name, tracking, unitId, left }: LineRow,
  { replacement }: LineDecision,
): Promise<{ replacementProductId: string; replacementUnit: string | null }> {
  if (left <= 0)
    throw new Problem('RETURN_STATE', `The money of ${name} went back, so that it is not replaced as well.`);
  const own = boundProductId ?? productId;
  const chosen = replacement?.product ?? own;
  const [product] = await tx
    .select({ name: products.name, tracking: products.tracking, stock: products.stockCount })
    .from(products)
    .where(eq(products.id, chosen));
  if (!product)
    throw invalid(`${name} is not in the catalog any more. Choose another product, or decide otherwise.`);
  if (unitId === null && chosen !== own) throw invalid(`${name} is replaced by the same product.`);
  if (product.tracking !== (unitId === null ? tracking : 'serial')) {
    throw invalid(
      unitId === null
        ? `${product.name} is sold by device by now, so that it cannot replace a count. Refund it instead.`
        : `${product.name} is not sold by device. Choose one that is.`,
    );
  }
  const number = replacement?.unit ?? null;
  if (number !== null) await assertOnSale(tx, number, { id: chosen, name: product.name });
  if (number === null && product.stock <= 0) {
    throw new Problem(
      'OUT_OF_STOCK',
      `${product.name} is sold out. Choose another product, or decide otherwise.`,
      { details: { items: [{ product: chosen, name: product.name, available: 0 }] } },
    );
  }
  return { replacementProductId: chosen, replacementUnit: number };
}

async function assertOnSale(tx: Tx, number: string, product: { id: string; name: string }): Promise<void> {
  const [unit] = await tx
    .select({ productId: units.productId, state: units.state })
    .from(units)
    .where(eq(units.number, number));
  if (unit?.state !== 'listed' || unit.productId !== product.id)
    throw invalid(`${number} is not a device of ${product.name} that is on sale.`);
}
