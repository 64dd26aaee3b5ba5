import type { ReturnPolicies } from '@reprise/contract/catalog/return-policies';
import { asc, eq } from 'drizzle-orm';
import { readSettings } from '../../foundations/settings/settings.queries.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { categories } from '../products/products.tables.ts';
import { generalReturnPolicy, returnPolicies } from './return-policies.tables.ts';

/** Terms of a shop whose owner has saved none. */
const unsaved = { changeOfMind: true, labelBy: 'customer', restockingPercent: 0 } as const;

/** Returns the policies, and the version that an editor names when it saves. */
export async function readReturnPolicies(
  db: Queryable,
): Promise<{ policies: ReturnPolicies; version: number }> {
  const { returnDays: days } = await readSettings(db);
  const [saved] = await db.select().from(generalReturnPolicy);
  const { changeOfMind, labelBy, restockingPercent } = saved ?? unsaved;
  const exceptions = await db
    .select({ policy: returnPolicies, category: categories.name })
    .from(returnPolicies)
    .innerJoin(categories, eq(categories.id, returnPolicies.categoryId))
    .orderBy(asc(categories.name), asc(categories.id));
  return {
    policies: {
      general: { days, changeOfMind, labelBy, restockingPercent },
      categories: exceptions.map(({ policy, category }) => ({ ...policy, category })),
      savedAt: saved?.savedAt.toISOString() ?? null,
    },
    version: saved?.version ?? 0,
  };
}
