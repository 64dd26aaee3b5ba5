import type { AdminProduct } from '@reprise/contract/catalog/products/products-admin';
import type { Cents } from '@reprise/contract/money';
import { Problem } from '@reprise/contract/problem';
import { eq } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { recordAudit } from '../../../foundations/audit/record-audit.ts';
import { inTransaction, type Queryable } from '../../../platform/database/database.ts';
import { assertPermission, type CallContext, hasPermission } from '../../../platform/http/endpoint.ts';
import { requireCaller } from '../../../platform/http/require-caller.ts';
import { products } from '../products.tables.ts';
import { assertOwnCost, lockProduct } from '../update-product.ts';

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
    assertOwnCost(product, { unitCost });
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

/** Returns the input of a product; throws FORBIDDEN if it has a cost that the caller may not see. */
export function permittedCost<Input extends { unitCost?: Cents | null | undefined }>(
  context: CallContext,
  input: Input,
): Input {
  if (input.unitCost != null) assertPermission(requireCaller(context), 'costs.see');
  return hasPermission(context.caller, 'costs.see') ? input : { ...input, unitCost: undefined };
}

/** Returns a product without its cost, unless the caller may see costs. */
export function shownTo({ caller }: Pick<CallContext, 'caller'>, product: AdminProduct): AdminProduct {
  if (hasPermission(caller, 'costs.see')) return product;
  const { unitCost: _, ...shown } = product;
  return shown;
}
