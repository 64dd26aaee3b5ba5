import type {
  BulkRow,
  RestoredProduct,
  TouchedFields,
} from '@reprise/contract/catalog/products/products-admin';
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
    const existingCategories = await lockCategories(
      tx,
      restored.map(({ fields }) => fields.categoryId),
    );
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
  return planRestore(product, restored.fields, existingCategories);
}

/** Plans to give a product former values of its fields, if they are still valid. */
export function planRestore(
  product: ProductState,
  fields: TouchedFields,
  existingCategories: Set<string>,
): Plan {
  const { categoryId, price = product.priceCents, originalPrice } = fields;
  if (categoryId && !existingCategories.has(categoryId))
    return { rejectionReason: 'Its category was deleted' };
  const original = originalPrice === undefined ? product.originalPriceCents : originalPrice;
  if (original !== null && original < price)
    return { rejectionReason: 'Original price would be below the price' };
  const { isDraft = product.isDraft } = fields;
  const rejection = isDraft ? null : rejectIncomplete(product);
  return rejection ?? { fields };
}

/** Returns the ids of existing categories; the key-share lock prevents their deletion until commit. */
export async function lockCategories(
  tx: Tx,
  categoryIds: (string | null | undefined)[],
): Promise<Set<string>> {
  const ids = categoryIds.flatMap((id) => id ?? []);
  if (ids.length === 0) return new Set();
  const rows = await tx
    .select({ id: categories.id })
    .from(categories)
    .where(inArray(categories.id, ids))
    .for('key share');
  return new Set(rows.map(({ id }) => id));
}
