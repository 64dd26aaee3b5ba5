import type { BulkRow, RestoredProduct } from '@reprise/contract/catalog/catalog-admin';
import { inArray } from 'drizzle-orm';
import { inTransaction, type Tx } from '../platform/database/database.ts';
import type { Deps } from '../platform/deps.ts';
import { lockStates, planAll } from './bulk-edit-products.ts';
import { categories } from './catalog.tables.ts';
import type { Plan, ProductState } from './plan-change.ts';
import { storeProductChanges } from './store-product-changes.ts';

/** Gives products the fields they had before a change of many. What somebody has edited since stays as it is. */
export async function restoreProducts(
  deps: Pick<Deps, 'db' | 'now'>,
  restored: RestoredProduct[],
  actorId: string | null,
): Promise<BulkRow[]> {
  return inTransaction(deps.db, async (tx) => {
    const ids = restored.map(({ id }) => id);
    const wanted = new Map(restored.map((each) => [each.id, each]));
    const locked = await lockStates(tx, ids);
    const there = await holdCategories(tx, restored);
    const { rows, changes } = planAll(ids, locked, (product) =>
      planOf(product, wanted.get(product.id), there),
    );
    await storeProductChanges(tx, changes, { actorId, now: deps.now(), action: 'take change back' });
    return rows;
  });
}

function planOf(product: ProductState, wanted: RestoredProduct | undefined, there: Set<string>): Plan {
  if (wanted?.version !== product.version) return { refusal: 'Somebody has edited it since' };
  const { categoryId, price = product.priceCents, originalPrice } = wanted.fields;
  if (categoryId && !there.has(categoryId)) return { refusal: 'Its category has been deleted' };
  const original = originalPrice === undefined ? product.originalPriceCents : originalPrice;
  if (original !== null && original < price)
    return { refusal: 'Its original price would be below its price' };
  return { fields: wanted.fields };
}

/** Those that are still there; none is deleted before the transaction ends. */
async function holdCategories(tx: Tx, restored: RestoredProduct[]): Promise<Set<string>> {
  const ids = restored.flatMap(({ fields }) => fields.categoryId ?? []);
  if (ids.length === 0) return new Set();
  const rows = await tx
    .select({ id: categories.id })
    .from(categories)
    .where(inArray(categories.id, ids))
    .for('key share');
  return new Set(rows.map(({ id }) => id));
}
