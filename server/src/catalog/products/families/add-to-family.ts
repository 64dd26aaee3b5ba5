import { maxConfigurations } from '@reprise/contract/catalog/products/family-admin';
import { Problem } from '@reprise/contract/problem';
import { and, eq } from 'drizzle-orm';
import { recordAudit } from '../../../foundations/audit/record-audit.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { addConfigurations, type NewConfiguration } from './ensure-configurations.ts';
import { deviceModels, productFamilies } from './families.tables.ts';
import { readConfigurationsToPlan } from './family-admin.queries.ts';
import { invalidateFamilyMove } from './invalidate-family-move.ts';
import { type LockedConfiguration, lockFamilies, moveConfigurations } from './move-configurations.ts';
import { baseName, optionsOf } from './plan-families.ts';

/**
 * Adds a configuration behind those of a family, with options read from its name and, without a category, that of the
 * family; keeps one that exists where it is. Throws NOT_FOUND if the family has no configurations, VALIDATION_ERROR if it
 * is of another brand or has 100 already.
 */
export async function addToFamily(
  tx: Tx,
  familyId: string,
  configuration: NewConfiguration,
  actorId: string | null,
): Promise<void> {
  const members = await lockFamilies(tx, [familyId]);
  assertCanJoin(members, configuration.brand);
  if ((await tx.$count(deviceModels, eq(deviceModels.key, configuration.key))) > 0) return;
  const position = Math.max(...members.map((member) => member.position)) + 1;
  const options = optionsOf({ name: configuration.name, options: {}, specifications: {} });
  const categoryId = configuration.categoryId ?? members[0]?.categoryId ?? null;
  await addConfigurations(tx, [{ ...configuration, categoryId, familyId, position, options }]);
  await describeMembers(tx, familyId, members, configuration.createdAt);
  await invalidateFamilyMove(tx, [familyId]);
  await recordAudit(tx, {
    actorId,
    action: 'add to family',
    subject: `family ${familyId}`,
    after: { configuration: configuration.key, name: configuration.name },
  });
}

function assertCanJoin(members: LockedConfiguration[], brand: string): void {
  const [first] = members;
  if (!first) throw new Problem('NOT_FOUND', 'This family no longer exists. Choose another.');
  const message =
    first.brand.toLowerCase() !== brand.toLowerCase()
      ? `This family is of the brand ${first.brand}. Choose another.`
      : members.length >= maxConfigurations && `This family has ${maxConfigurations} configurations already.`;
  if (message) {
    throw new Problem('VALIDATION_ERROR', message, { errors: [{ field: 'model.new.family', message }] });
  }
}

/** Writes the options of members without any, and names a family of one after what its configurations share. */
async function describeMembers(
  tx: Tx,
  familyId: string,
  members: LockedConfiguration[],
  now: Date,
): Promise<void> {
  const bare = new Set(
    members.filter(({ options }) => Object.keys(options).length === 0).map(({ key }) => key),
  );
  if (bare.size === 0) return;
  const readable = await readConfigurationsToPlan(tx, eq(deviceModels.familyId, familyId));
  const optionsByKey = new Map(readable.map((row) => [row.key, optionsOf(row)]));
  const [only] = members.length === 1 ? members : [];
  if (only) {
    const name = baseName(only, optionsByKey.get(only.key) ?? {});
    await tx
      .update(productFamilies)
      .set({ name, updatedAt: now })
      .where(and(eq(productFamilies.id, familyId), eq(productFamilies.name, only.name)));
  }
  const moves = members
    .filter(({ key }) => bare.has(key))
    .map(({ key, position }) => ({
      modelKey: key,
      from: familyId,
      to: familyId,
      position,
      options: optionsByKey.get(key) ?? {},
    }));
  await moveConfigurations(tx, moves, now);
}
