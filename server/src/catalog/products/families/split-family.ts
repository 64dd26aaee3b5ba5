import type { FamilyChange } from '@reprise/contract/catalog/products/family-admin';
import { Problem } from '@reprise/contract/problem';
import { inArray } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { inTransaction, type Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/new-id.ts';
import { slugBase } from '../product-slug.ts';
import { productFamilies } from './families.tables.ts';
import { findFamilyRow } from './family-admin.queries.ts';
import { familiesChanged } from './merge-families.ts';
import { lockFamilies } from './move-configurations.ts';
import { applyFamilyChange } from './record-family-change.ts';

type Split = { modelKeys: string[]; name: string };

/** Moves configurations into a new family; at least one stays. */
export async function splitFamily(
  deps: Pick<Deps, 'db' | 'now'>,
  id: string,
  { modelKeys, name }: Split,
  actorId: string | null,
): Promise<{ change: FamilyChange; familyId: string }> {
  const now = deps.now();
  return inTransaction(deps.db, async (tx) => {
    const family = await findFamilyRow(tx, id);
    const locked = await lockFamilies(tx, [id]);
    const keys = new Set(modelKeys);
    const leaving = locked.filter(({ key }) => keys.has(key));
    if (leaving.length < keys.size) throw familiesChanged();
    if (leaving.length === locked.length) {
      const message = 'At least one configuration stays in the family. Rename the family instead.';
      throw new Problem('VALIDATION_ERROR', message, { errors: [{ field: 'modelKeys', message }] });
    }
    const { brand, categoryId } = family;
    const familyId = await insertFamily(tx, { name, brand, categoryId, now });
    const targets = leaving
      .toSorted((a, b) => a.position - b.position)
      .map((configuration, position) => ({ configuration, familyId, position }));
    const change = await applyFamilyChange(tx, { kind: 'split', targets }, { actorId, now });
    return { change, familyId };
  });
}

type NewFamily = { name: string; brand: string; categoryId: string | null; now: Date };

/** Adds a family without configurations, under the slug of its name or, if that is taken, with its id. */
export async function insertFamily(tx: Tx, { now, ...family }: NewFamily): Promise<string> {
  const id = newId('fam');
  const base = slugBase(family.name);
  const slugs = [base, `${base}-${id.slice(-8)}`];
  const taken = await tx
    .select({ slug: productFamilies.slug })
    .from(productFamilies)
    .where(inArray(productFamilies.slug, slugs));
  const slug = taken.some((row) => row.slug === base) ? slugs[1] : base;
  await tx
    .insert(productFamilies)
    .values({ ...family, id, slug: slug ?? base, createdAt: now, updatedAt: now });
  return id;
}
