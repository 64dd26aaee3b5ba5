import type { ModelChoice } from '@reprise/contract/workshop/units/unit';
import { maxProductsOfModel, type SellingProduct } from '@reprise/contract/workshop/units/units';
import { and, asc, eq, inArray, like, type SQL, sql } from 'drizzle-orm';
import { identifiersOf } from '../../catalog/products/families/ensure-configurations.ts';
import { deviceModels, modelCodes } from '../../catalog/products/families/families.tables.ts';
import { findProductIds } from '../../catalog/products/listing/admin-product-search.ts';
import { categories, products } from '../../catalog/products/products.tables.ts';
import { byName } from '../../platform/database/by-name.ts';
import type { Db, Queryable } from '../../platform/database/database.ts';
import { containsPattern } from '../../platform/database/like-pattern.ts';

const maxChoices = 20;

/** SQL: first image of the products of a model. */
export const modelImage = (key: SQL) => sql<string | null>`(
  select images->>0 from ${products} where ${products.modelKey} = ${key} and images <> '[]'::jsonb
  order by price_cents limit 1)`;

const choice = {
  key: deviceModels.key,
  product: sql<null>`null`,
  name: deviceModels.name,
  brand: deviceModels.brand,
  category: categories.name,
  image: modelImage(sql`${deviceModels.key}`),
  identifiers: deviceModels.identifiers,
};

/** Returns up to 20 models whose brand and name contain all words: those that have units, then those of products. */
export async function findModels(db: Db, search: string): Promise<ModelChoice[]> {
  const words = search.trim().split(/\s+/).filter(Boolean);
  const inName = words.map((word) =>
    like(sql`lower(${deviceModels.brand} || ' ' || ${deviceModels.name})`, containsPattern(word)),
  );
  const known = await selectChoices(db)
    .where(and(...inName))
    .orderBy(asc(byName(deviceModels.name)), asc(deviceModels.key))
    .limit(maxChoices);
  if (words.length === 0 || known.length === maxChoices) return known;
  const others = await findModelsOfProducts(db, search);
  const keys = new Set(known.map(({ key }) => key));
  return [...known, ...others.filter(({ key }) => key === null || !keys.has(key))].slice(0, maxChoices);
}

/** Returns the products that could sell devices of a model, the cheapest first. */
export function listProductsOfModel(db: Queryable, modelKey: string): Promise<SellingProduct[]> {
  return db
    .select({
      id: products.id,
      name: products.name,
      condition: products.condition,
      price: products.priceCents,
      tracking: products.tracking,
    })
    .from(products)
    .where(eq(products.modelKey, modelKey))
    .orderBy(asc(products.priceCents), asc(products.id))
    .limit(maxProductsOfModel);
}

/** Returns the models that were received under a barcode or the first eight digits of an IMEI. */
export function findModelsByCode(
  db: Queryable,
  kind: (typeof modelCodes.$inferSelect)['kind'],
  code: string,
): Promise<ModelChoice[]> {
  return selectChoices(db)
    .innerJoin(modelCodes, eq(modelCodes.modelKey, deviceModels.key))
    .where(and(eq(modelCodes.kind, kind), eq(modelCodes.code, code)))
    .orderBy(asc(byName(deviceModels.name)), asc(deviceModels.key))
    .limit(maxChoices);
}

function selectChoices(db: Queryable) {
  return db
    .select(choice)
    .from(deviceModels)
    .leftJoin(categories, eq(categories.id, deviceModels.categoryId))
    .$dynamic();
}

/** Returns one product per model among those that the search of the back office finds. */
async function findModelsOfProducts(db: Queryable, search: string): Promise<ModelChoice[]> {
  const ids = await findProductIds(db, search);
  if (ids.length === 0) return [];
  const model = sql`coalesce(${products.modelKey}, ${products.id})`;
  const rows = await db
    .selectDistinctOn([model], {
      key: products.modelKey,
      product: products.id,
      name: products.name,
      brand: products.brand,
      category: categories.name,
      image: sql<string | null>`${products.images}->>0`,
    })
    .from(products)
    .leftJoin(categories, eq(categories.id, products.categoryId))
    .where(inArray(products.id, ids))
    .orderBy(model, asc(products.priceCents));
  return rows
    .map((row) => ({ ...row, identifiers: identifiersOf(row.category) }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'));
}
