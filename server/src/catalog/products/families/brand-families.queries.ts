import type { BrandFamilies } from '@reprise/contract/workshop/units/brand-families';
import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm';
import { byName } from '../../../platform/database/by-name.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { deviceModels, productFamilies } from './families.tables.ts';
import { baseName, optionsOf } from './plan-families.ts';

const maxChoices = 100;

/**
 * Returns up to 100 families of a brand that a new configuration can join, those that begin like its name first, and
 * the one whose name differs from its own only in storage, color and the other options.
 */
export async function findBrandFamilies(
  db: Queryable,
  { brand, name }: { brand: string; name: string },
): Promise<BrandFamilies> {
  const base = withoutOptions(name);
  const [firstWord = ''] = base.split(' ');
  const configurationCount = sql<number>`(
    select count(*)::int from ${deviceModels} where ${deviceModels.familyId} = ${productFamilies.id})`;
  const beginsAlike = sql`starts_with(lower(${productFamilies.name}), ${firstWord})`;
  const families = await db
    .select({ id: productFamilies.id, name: productFamilies.name, configurationCount })
    .from(productFamilies)
    .where(
      and(
        eq(sql`lower(${productFamilies.brand})`, brand.trim().toLowerCase()),
        isNull(productFamilies.mergedIntoId),
        sql`${configurationCount} > 0`,
      ),
    )
    .orderBy(desc(beginsAlike), asc(byName(productFamilies.name)), asc(productFamilies.id))
    .limit(maxChoices);
  const alike = families.filter((family) => withoutOptions(family.name) === base);
  const largest = alike.toSorted((a, b) => b.configurationCount - a.configurationCount)[0];
  return { families, suggested: base === '' ? null : (largest?.id ?? null) };
}

function withoutOptions(name: string): string {
  return baseName({ name }, optionsOf({ name, options: {}, specifications: {} })).toLowerCase();
}
