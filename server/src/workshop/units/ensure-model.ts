import { Problem } from '@reprise/contract/problem';
import { readCarrier } from '@reprise/contract/workshop/units/carrier';
import type { ModelReference } from '@reprise/contract/workshop/units/unit';
import { eq } from 'drizzle-orm';
import { findCategoryForProduct } from '../../catalog/products/categories/find-category-for-product.ts';
import { addToFamily } from '../../catalog/products/families/add-to-family.ts';
import { ensureConfigurations } from '../../catalog/products/families/ensure-configurations.ts';
import { deviceModels } from '../../catalog/products/families/families.tables.ts';
import { slugBase } from '../../catalog/products/product-slug.ts';
import { products } from '../../catalog/products/products.tables.ts';
import { shareModelKey } from '../../catalog/products/share-model-key.ts';
import type { Actor } from '../../foundations/audit/actor.ts';
import type { Tx } from '../../platform/database/database.ts';

type ModelRow = typeof deviceModels.$inferSelect;
/** Returns the model; adds the one of a product or a new one where it has no units yet. */
export async function ensureModel(tx: Tx, model: ModelReference, by: Actor): Promise<ModelRow> {
  if (model.key !== undefined) return findModel(tx, model.key);
  if (model.product !== undefined) return ensureModelOfProduct(tx, model.product, by);
  if (model.new === undefined) throw new Error('A model reference names no model.');
  const { name, brand, category, family, carrier } = model.new;
  const categoryId = category === undefined ? null : await findCategoryForProduct(tx, category);
  const locked = readCarrier(carrier ?? '');
  // A carrier beside the name makes another model than the name alone.
  const named = locked && !name.toLowerCase().includes(locked.toLowerCase()) ? `${name} ${locked}` : name;
  const options = locked ? { carrier: locked } : {};
  const added = { key: slugBase(`${brand} ${named}`), name: named, brand, categoryId, options };
  if (family !== undefined) await addToFamily(tx, family, { ...added, createdAt: by.now }, by.actorId);
  return insertModel(tx, { ...added, now: by.now });
}

async function findModel(tx: Tx, key: string): Promise<ModelRow> {
  const [found] = await tx.select().from(deviceModels).where(eq(deviceModels.key, key));
  if (!found) throw new Problem('NOT_FOUND', 'This model no longer exists. Choose another.');
  return found;
}

async function ensureModelOfProduct(tx: Tx, reference: string, by: Actor): Promise<ModelRow> {
  const key = await shareModelKey(tx, reference, by);
  const [product] = await tx
    .select({ name: products.name, brand: products.brand, categoryId: products.categoryId })
    .from(products)
    .where(eq(products.modelKey, key))
    .orderBy(products.priceCents)
    .limit(1);
  if (!product) throw new Problem('NOT_FOUND', 'Product not found.');
  return insertModel(tx, { ...product, key, now: by.now });
}

type NewModel = Pick<ModelRow, 'key' | 'name' | 'brand' | 'categoryId'> &
  Partial<Pick<ModelRow, 'options'>> & { now: Date };

/** Adds the model unless its key exists, for example because a new model has the name of an existing one. */
async function insertModel(tx: Tx, { now, ...model }: NewModel): Promise<ModelRow> {
  await ensureConfigurations(tx, [{ ...model, createdAt: now }]);
  return findModel(tx, model.key);
}
