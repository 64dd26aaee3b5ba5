import { createHash } from 'node:crypto';
import { deviceKindOf } from '@reprise/contract/catalog/grading/device-kinds';
import type { ConfigurationOptions } from '@reprise/contract/catalog/products/product-family';
import type { IdentifierKind } from '@reprise/contract/workshop/units/identifiers';
import { inArray, sql } from 'drizzle-orm';
import type { Tx } from '../../../platform/database/database.ts';
import { slugBase } from '../product-slug.ts';
import { categories, products } from '../products.tables.ts';
import { deviceModels, productFamilies } from './families.tables.ts';

export type NewConfiguration = {
  key: string;
  name: string;
  brand: string;
  categoryId: string | null;
  options?: ConfigurationOptions;
  createdAt: Date;
};

/**
 * Adds the configurations that do not exist, each in a family of its own, which the back office can merge with others.
 * Every write that sets a model key calls it before.
 */
export async function ensureConfigurations(tx: Tx, configurations: NewConfiguration[]): Promise<void> {
  const missing = await withoutExisting(tx, configurations);
  if (missing.length === 0) return;
  await addFamilies(tx, missing);
  await addConfigurations(
    tx,
    missing.map((configuration) => ({ ...configuration, familyId: familyIdOf(configuration.key) })),
  );
  // Products that had the key before join the family; the trigger reads it.
  const keys = missing.map(({ key }) => key);
  await tx
    .update(products)
    .set({ modelKey: sql`${products.modelKey}`, updatedAt: sql`${products.updatedAt}` })
    .where(inArray(products.modelKey, keys));
}

type FamilyPart = { familyId: string; position?: number };

/** Adds configurations to their families; keeps those that another transaction added first. */
export async function addConfigurations(
  tx: Tx,
  configurations: (NewConfiguration & FamilyPart)[],
): Promise<void> {
  const categoryNames = await readCategoryNames(tx, configurations);
  const rows = configurations.map((configuration) => {
    const category = categoryNames.get(configuration.categoryId ?? '') ?? null;
    return {
      ...configuration,
      kind: deviceKindOf(category),
      identifiers: identifiersOf(category),
      updatedAt: configuration.createdAt,
    };
  });
  await tx.insert(deviceModels).values(rows).onConflictDoNothing();
}

/** Id derived from the key, so that two transactions that add one configuration add one family. */
export function familyIdOf(modelKey: string): string {
  return `fam_${createHash('md5').update(modelKey).digest('hex').slice(0, 26)}`;
}

/** Returns the identifiers that units of a category should have: phones have an IMEI beside the serial number. */
export function identifiersOf(categoryName: string | null): IdentifierKind[] {
  return deviceKindOf(categoryName) === 'phone' ? ['imei', 'serial'] : ['serial'];
}

/** Returns the configurations without a row, the first of each key, in key order so that two batches cannot deadlock. */
async function withoutExisting(tx: Tx, configurations: NewConfiguration[]): Promise<NewConfiguration[]> {
  const byKey = Map.groupBy(configurations, ({ key }) => key);
  if (byKey.size === 0) return [];
  const existing = await tx
    .select({ key: deviceModels.key })
    .from(deviceModels)
    .where(inArray(deviceModels.key, [...byKey.keys()]));
  for (const { key } of existing) byKey.delete(key);
  return [...byKey.keys()].sort().flatMap((key) => byKey.get(key)?.[0] ?? []);
}

async function addFamilies(tx: Tx, configurations: NewConfiguration[]): Promise<void> {
  const rows = configurations.map(({ key, name, brand, categoryId, createdAt }) => ({
    id: familyIdOf(key),
    slug: slugBase(key),
    name,
    brand,
    categoryId,
    createdAt,
    updatedAt: createdAt,
  }));
  await tx.insert(productFamilies).values(rows).onConflictDoNothing();
  // Families whose slug another one has get a slug of their own.
  await tx
    .insert(productFamilies)
    .values(rows.map((row) => ({ ...row, slug: `${row.slug}-${row.id.slice(-8)}` })))
    .onConflictDoNothing();
}

async function readCategoryNames(tx: Tx, configurations: NewConfiguration[]): Promise<Map<string, string>> {
  const ids = configurations.flatMap(({ categoryId }) => categoryId ?? []);
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select({ id: categories.id, name: categories.name })
    .from(categories)
    .where(inArray(categories.id, ids));
  return new Map(rows.map(({ id, name }) => [id, name]));
}
