import { maxConfigurations } from '@reprise/contract/catalog/products/family-admin';
import { Problem } from '@reprise/contract/problem';
import { and, asc, inArray, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../../../platform/database/database.ts';
import { products } from '../products.tables.ts';
import { deviceModels, productFamilies } from './families.tables.ts';
import type { ConfigurationMove } from './family-changes.tables.ts';
import { invalidateFamilyMove } from './invalidate-family-move.ts';

export type LockedConfiguration = typeof deviceModels.$inferSelect;

/**
 * Locks the products of families, then their configurations, each in key order; returns the configurations. Products
 * come first, as in an edit of a product, whose trigger reads the configuration: the other order could deadlock.
 */
export async function lockFamilies(tx: Tx, familyIds: string[]): Promise<LockedConfiguration[]> {
  await tx
    .select({ id: products.id })
    .from(products)
    .where(inArray(products.familyId, familyIds))
    .orderBy(asc(products.id))
    .for('no key update');
  await tx
    .select({ id: productFamilies.id })
    .from(productFamilies)
    .where(inArray(productFamilies.id, familyIds))
    .orderBy(asc(productFamilies.id))
    .for('no key update');
  return tx
    .select()
    .from(deviceModels)
    .where(inArray(deviceModels.familyId, familyIds))
    .orderBy(asc(deviceModels.key))
    .for('no key update');
}

/** Moves locked configurations with their products, whose reviews and pooled ratings a trigger moves. */
export async function moveConfigurations(tx: Tx, moves: PlannedMove[], now: Date): Promise<void> {
  if (moves.length === 0) return;
  const rows = moves.map(
    ({ modelKey, to, position, options }) =>
      sql`(${modelKey}::text, ${to}::text, ${position}::integer, ${JSON.stringify(options)}::jsonb)`,
  );
  await tx.execute(sql`
    update ${deviceModels} set family_id = next.family_id, position = next.position, options = next.options,
      updated_at = ${now.toISOString()}::timestamptz
    from (values ${sql.join(rows, sql`, `)}) as next (model_key, family_id, position, options)
    where ${deviceModels.key} = next.model_key`);
  const keys = moves.map(({ modelKey }) => modelKey);
  // The trigger of `model_key` reads the family; a move is no edit of the product.
  await tx
    .update(products)
    .set({ modelKey: sql`${products.modelKey}`, updatedAt: sql`${products.updatedAt}` })
    .where(inArray(products.modelKey, keys));
  const familyIds = [...new Set(moves.flatMap(({ from, to }) => [from, to]))];
  await leadEmptyFamilies(tx, moves, now);
  await assertSize(tx, familyIds);
  await invalidateFamilyMove(tx, familyIds);
}

export type PlannedMove = Omit<ConfigurationMove, 'options'> & {
  options: LockedConfiguration['options'];
};

const isEmpty: SQL = sql`not exists (select from ${deviceModels} where ${deviceModels.familyId} = ${productFamilies.id})`;

/** Makes the addresses of families that were emptied lead to the family that has their configurations. */
async function leadEmptyFamilies(tx: Tx, moves: PlannedMove[], now: Date): Promise<void> {
  const targets = new Map(moves.map(({ from, to }) => [from, to]));
  const values = sql.join(
    [...targets].map(([from, to]) => sql`(${from}::text, ${to}::text)`),
    sql`, `,
  );
  await tx.execute(sql`
    update ${productFamilies} set merged_into_id = next.target, updated_at = ${now.toISOString()}::timestamptz
    from (values ${values}) as next (id, target) where ${productFamilies.id} = next.id and ${isEmpty}`);
  await tx
    .update(productFamilies)
    .set({ mergedIntoId: null, updatedAt: now })
    .where(inArray(productFamilies.id, [...targets.values()]));
}

async function assertSize(tx: Tx, familyIds: string[]): Promise<void> {
  const [tooLarge] = await tx
    .select({ name: productFamilies.name })
    .from(productFamilies)
    .where(
      and(
        inArray(productFamilies.id, familyIds),
        sql`(select count(*) from ${deviceModels} where ${deviceModels.familyId} = ${productFamilies.id}) > ${maxConfigurations}`,
      ),
    )
    .limit(1);
  if (!tooLarge) return;
  const message = `“${tooLarge.name}” would have more than ${maxConfigurations} configurations. Select fewer families.`;
  throw new Problem('VALIDATION_ERROR', message);
}
