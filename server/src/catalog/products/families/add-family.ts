import type { ConfigurationOptions } from '@reprise/contract/catalog/products/product-family';
import type { Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/new-id.ts';
import { addConfigurations } from './ensure-configurations.ts';
import { productFamilies } from './families.tables.ts';

export type NewFamily = {
  slug: string;
  name: string;
  brand: string;
  categoryId: string | null;
  /** Configurations in order; none of them exists. */
  configurations: { key: string; name: string; options: ConfigurationOptions }[];
};

/** Adds a family with its configurations, before their first products; returns its id. */
export async function addFamily(
  tx: Tx,
  { configurations, ...family }: NewFamily,
  createdAt: Date,
): Promise<string> {
  const familyId = newId('fam');
  await tx.insert(productFamilies).values({ ...family, id: familyId, createdAt, updatedAt: createdAt });
  const { brand, categoryId } = family;
  await addConfigurations(
    tx,
    configurations.map((configuration, position) => ({
      ...configuration,
      familyId,
      position,
      brand,
      categoryId,
      createdAt,
    })),
  );
  return familyId;
}
