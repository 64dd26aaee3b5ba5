import { isDeepStrictEqual } from 'node:util';
import type { AdminFamily, FamilyInput } from '@reprise/contract/catalog/products/family-admin';
import { Problem } from '@reprise/contract/problem';
import { and, eq, sql } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { recordAudit } from '../../../foundations/audit/record-audit.ts';
import { inTransaction, type Queryable, type Tx } from '../../../platform/database/database.ts';
import type { CarrierGates } from './carrier-gates.ts';
import { deviceModels, productFamilies } from './families.tables.ts';
import { type FamilyRow, findAdminFamily, findFamilyRow } from './family-admin.queries.ts';
import { invalidateFamilyMove } from './invalidate-family-move.ts';
import { familiesChanged } from './merge-families.ts';
import { type LockedConfiguration, lockFamilies } from './move-configurations.ts';
import { shareWithProducts } from './share-with-products.ts';

/** Updates a family and writes its images and specifications to all its products. */
export async function updateFamily(
  deps: Pick<Deps, 'db' | 'now' | 'search'> & { gates: CarrierGates },
  id: string,
  { version, configurations, ...input }: FamilyInput,
  actorId: string,
): Promise<AdminFamily> {
  const now = deps.now();
  return inTransaction(deps.db, async (tx) => {
    await deps.gates.sendBack(tx, await ownConfigurations(tx, id, configurations), { actorId, now });
    const locked = await lockFamilies(tx, [id]);
    const before = await findFamilyRow(tx, id);
    assertCurrentVersion(before, version);
    assertSameConfigurations(locked, configurations);
    const images = input.images.filter((url) => url !== '');
    const fields = {
      name: input.name,
      images,
      imageAlts: input.imageAlts.slice(0, images.length),
      specifications: input.specifications,
    };
    await tx
      .update(productFamilies)
      .set({ ...fields, version: before.version + 1, updatedAt: now })
      .where(eq(productFamilies.id, id));
    await storeConfigurations(tx, configurations, now);
    const offers = await shareWithProducts(tx, before, fields, { now, search: deps.search });
    await invalidateFamilyMove(tx, [id]);
    await recordAudit(tx, {
      actorId,
      action: 'edit family',
      subject: `family ${id}`,
      ...changedFields(before, fields),
      ...(offers > 0 && { after: { ...changedFields(before, fields).after, products: offers } }),
    });
    return findAdminFamily(tx, id);
  });
}

/** Returns the configurations of a body that are in the family; the others are refused under its lock. */
async function ownConfigurations(
  db: Queryable,
  id: string,
  configurations: FamilyInput['configurations'],
): Promise<FamilyInput['configurations']> {
  const rows = await db
    .select({ key: deviceModels.key })
    .from(deviceModels)
    .where(eq(deviceModels.familyId, id));
  const keys = new Set(rows.map(({ key }) => key));
  return configurations.filter(({ modelKey }) => keys.has(modelKey));
}

/** Counts the devices on sale or ready that a save of these configurations sends to the bench. */
export async function countSentBack(
  { db, gates }: Pick<Deps, 'db'> & { gates: CarrierGates },
  id: string,
  configurations: FamilyInput['configurations'],
): Promise<number> {
  return gates.countSentBack(db, await ownConfigurations(db, id, configurations));
}

function assertCurrentVersion(before: FamilyRow, version: number): void {
  if (version === before.version) return;
  throw new Problem(
    'EDIT_CONFLICT',
    'Somebody else has changed this family since you opened it. Reload to see the changes.',
    { details: { version: before.version } },
  );
}

/** Throws if a configuration joined or left after the editor opened the family. */
function assertSameConfigurations(locked: LockedConfiguration[], input: { modelKey: string }[]): void {
  const keys = new Set(input.map(({ modelKey }) => modelKey));
  if (keys.size !== locked.length || locked.some(({ key }) => !keys.has(key))) throw familiesChanged();
}

async function storeConfigurations(
  tx: Tx,
  configurations: FamilyInput['configurations'],
  now: Date,
): Promise<void> {
  const rows = configurations.map(({ modelKey, options }, position) => {
    const filled = Object.entries(options).filter(([, value]) => value);
    return sql`(${modelKey}::text, ${position}::integer, ${JSON.stringify(Object.fromEntries(filled))}::jsonb)`;
  });
  await tx.execute(sql`
    update ${deviceModels} set position = next.position, options = next.options,
      updated_at = ${now.toISOString()}::timestamptz
    from (values ${sql.join(rows, sql`, `)}) as next (model_key, position, options)
    where ${and(
      eq(deviceModels.key, sql`next.model_key`),
      sql`(${deviceModels.position}, ${deviceModels.options}) is distinct from (next.position, next.options)`,
    )}`);
}

type Fields = Pick<FamilyRow, 'name' | 'images' | 'imageAlts' | 'specifications'>;

function changedFields(before: Fields, after: Fields) {
  const names = (Object.keys(after) as (keyof Fields)[]).filter(
    (name) => !isDeepStrictEqual(before[name], after[name]),
  );
  const only = (from: Fields) => Object.fromEntries(names.map((name) => [name, from[name]]));
  return { before: only(before), after: only(after) };
}
