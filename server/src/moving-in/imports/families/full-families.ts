import { maxConfigurations } from '@reprise/contract/catalog/products/family-admin';
import { inArray } from 'drizzle-orm';
import { readFamilyNames } from '../../../catalog/products/families/assign-families.ts';
import { products } from '../../../catalog/products/products.tables.ts';
import { dataRowsOf } from '../../../foundations/spreadsheets/read-rows.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import type { Column, Head } from '../csv-columns.ts';

/** Configuration that a row puts into a family; a product of the shop may be named by its SKU alone. */
type Member = { modelKey: string; sku: string; brand: string };

/** Configurations of a file by the name of their family in lower case, in the order of the file. */
export type FamiliesOfFile = Map<string, Member[]>;

/** Returns the configurations that a file puts into each family. */
export async function readFamiliesOfFile(content: Buffer, head: Head): Promise<FamiliesOfFile> {
  const families: FamiliesOfFile = new Map();
  if (!head.includes('family')) return families;
  const indexOf = (column: Column) => head.indexOf(column);
  const [family, modelKey, sku, brand] = [
    indexOf('family'),
    indexOf('modelKey'),
    indexOf('sku'),
    indexOf('brand'),
  ];
  const seen = new Set<string>();
  for await (const { cells } of dataRowsOf(content)) {
    const cell = (index: number) => cells[index]?.trim() ?? '';
    const name = cell(family).toLowerCase();
    const member = { modelKey: cell(modelKey), sku: cell(sku), brand: cell(brand) };
    const identity = JSON.stringify([name, member.modelKey || member.sku]);
    if (name === '' || seen.has(identity)) continue;
    seen.add(identity);
    families.set(name, [...(families.get(name) ?? []), member]);
  }
  return families;
}

type Joining = { modelKey: string; family: string; brand: string; memberCount: number };

/**
 * Returns for each configuration that joins a family whether the family would have more than it can: with those that it has,
 * and those of earlier rows that are not in it yet.
 */
export async function findBeyondFull(
  db: Queryable,
  families: FamiliesOfFile,
  joining: Joining[],
): Promise<boolean[]> {
  const crowded = new Map<string, { key: string; brand: string }[]>();
  for (const { family, memberCount } of joining) {
    const name = family.toLowerCase();
    const members = families.get(name) ?? [];
    if (memberCount + members.length <= maxConfigurations || crowded.has(name)) continue;
    crowded.set(name, await waitingMembers(db, name, members));
  }
  return joining.map(({ modelKey, family, brand, memberCount }) => {
    const waiting = crowded.get(family.toLowerCase());
    if (!waiting) return false;
    const sameBrand = waiting.filter((member) => member.brand.toLowerCase() === brand.toLowerCase());
    const before = sameBrand.findIndex(({ key }) => key === modelKey);
    return memberCount + Math.max(before, 0) >= maxConfigurations;
  });
}

/** Returns the configurations of a file that are not in the family of this name yet. */
async function waitingMembers(db: Queryable, name: string, members: Member[]) {
  const skus = members.filter(({ modelKey }) => modelKey === '').map(({ sku }) => sku);
  const named =
    skus.length === 0
      ? []
      : await db
          .select({ sku: products.sku, modelKey: products.modelKey })
          .from(products)
          .where(inArray(products.sku, skus));
  const keyBySku = new Map(named.map(({ sku, modelKey }) => [sku, modelKey ?? '']));
  const keyed = members.map(({ modelKey, sku, brand }) => ({
    key: modelKey || (keyBySku.get(sku) ?? ''),
    brand,
  }));
  const current = await readFamilyNames(
    db,
    keyed.map(({ key }) => key),
  );
  return keyed
    .filter(({ key }) => key !== '' && current.get(key)?.name.toLowerCase() !== name)
    .map(({ key, brand }) => ({ key, brand: current.get(key)?.brand ?? brand }));
}
