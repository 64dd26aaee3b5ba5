import type { BulkRow, RestoredProduct } from '@reprise/contract/catalog/products/products-admin';
import { inArray } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import { planAll, withoutWeakBatteries } from './bulk-edit-products.ts';
import { lockStates } from './lock-states.ts';
import { type Plan, type ProductState, rejectIncomplete } from './plan-change.ts';
import { categories } from './products.tables.ts';
import { storeProductChanges } from './store-product-changes.ts';

/** Undoes a bulk edit by restoring the previous fields; skips products edited since. */
export async function restoreProducts(
  deps: Pick<Deps, 'db' | 'now' | 'alerts' | 'devices' | 'search'>,
  restored: RestoredProduct[],
  actorId: string | null,
): Promise<BulkRow[]> {
  return inTransaction(deps.db, async (tx) => {
    const ids = restored.map(({ id }) => id);
    const restoredById = new Map(restored.map((product) => [product.id, product]));
    const locked = await lockStates(tx, ids);
    const existingCategories = await lockCategories(tx, restored);
    const plan = (product: ProductState) => planOf(product, restoredById.get(product.id), existingCategories);
    const { rows, changes } = await withoutWeakBatteries(tx, planAll(ids, locked, plan));
    const { alerts, devices, search } = deps;
    const action = 'take change back';
    await storeProductChanges(tx, changes, { actorId, now: deps.now(), alerts, devices, search, action });
    return rows;
  });
}

function planOf(
  product: ProductState,
  restored: RestoredProduct | undefined,
  existingCategories: Set<string>,
): Plan {
  if (restored?.version !== product.version) return { rejectionReason: 'Edited since' };
  const { categoryId, price = product.priceCents, originalPrice } = restored.fields;
  if (categoryId && !existingCategories.has(categoryId))
    return { rejectionReason: 'Its category was deleted' };
  const original = originalPrice === undefined ? product.originalPriceCents : originalPrice;
  if (original !== null && original < price)
    return { rejectionReason: 'Original price would be below the price' };
  const { isDraft = product.isDraft } = restored.fields;
  const rejection = isDraft ? null : rejectIncomplete(product);
  return rejection ?? { fields: restored.fields };
}

/** Returns the ids of existing categories; the key-share lock prevents their deletion until commit. */
async function lockCategories(tx: Tx, restored: RestoredProduct[]): Promise<Set<string>> {
  const ids = restored.flatMap(({ fields }) => fields.categoryId ?? []);
  if (ids.length === 0) return new Set();
  const rows = await tx
    .select({ id: categories.id })
    .from(categories)
    .where(inArray(categories.id, ids))
    .for('key share');
  return new Set(rows.map(({ id }) => id));
}
