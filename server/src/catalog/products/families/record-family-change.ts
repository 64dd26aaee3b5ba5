import type { FamilyChange } from '@reprise/contract/catalog/products/family-admin';
import { eq, inArray } from 'drizzle-orm';
import type { Actor } from '../../../foundations/audit/actor.ts';
import { recordAudits } from '../../../foundations/audit/record-audit.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/new-id.ts';
import { bulkChanges } from '../bulk-changes/bulk-changes.tables.ts';
import { products } from '../products.tables.ts';
import { productFamilies } from './families.tables.ts';
import { type ConfigurationMove, type FamilyRename, familyChanges } from './family-changes.tables.ts';
import { type LockedConfiguration, moveConfigurations } from './move-configurations.ts';

/** Configuration with the family that it moves to. */
type Target = {
  configuration: LockedConfiguration;
  familyId: string;
  /** Position in that family. */
  position: number;
  options?: LockedConfiguration['options'];
};

type Change = { kind: FamilyChange['kind']; targets: Target[]; renames?: FamilyRename[] };
const actions = {
  build: 'build family',
  merge: 'merge families',
  split: 'split family',
  assign: 'assign to family',
};

/** Moves configurations, renames families, and stores both as a change that can be undone. */
export async function applyFamilyChange(
  tx: Tx,
  { kind, targets, renames = [] }: Change,
  { actorId, now }: Actor,
): Promise<FamilyChange> {
  const planned = targets.map(({ configuration, familyId, position, options = configuration.options }) => {
    const { key: modelKey, familyId: from } = configuration;
    const undo: ConfigurationMove = {
      modelKey,
      from,
      to: familyId,
      position: configuration.position,
      options: { before: configuration.options, after: options },
    };
    return { undo, move: { modelKey, from, to: familyId, position, options } };
  });
  await moveConfigurations(
    tx,
    planned.map(({ move }) => move),
    now,
  );
  for (const { familyId, after } of renames)
    await tx
      .update(productFamilies)
      .set({ name: after, updatedAt: now })
      .where(eq(productFamilies.id, familyId));
  const id = newId('fch');
  const moves = planned.map(({ undo }) => undo);
  await tx.insert(familyChanges).values({ id, kind, moves, renames, createdAt: now });
  // Moves by files are many for one file, which has an entry of its own.
  if (kind !== 'assign') await recordFamilies(tx, { kind, id, moves }, { actorId, now });
  const byFamily = Map.groupBy(moves, ({ to }) => to);
  await recordAudits(
    tx,
    [...byFamily].map(([familyId, joined]) => ({
      actorId,
      action: actions[kind],
      subject: `family ${familyId}`,
      before: Object.fromEntries(joined.map(({ modelKey, from }) => [modelKey, from])),
      after: Object.fromEntries(joined.map(({ modelKey, to }) => [modelKey, to])),
    })),
  );
  return {
    id,
    kind,
    moved: moves.filter(({ from, to }) => from !== to).length,
    createdAt: now.toISOString(),
  };
}

type Stored = { kind: FamilyChange['kind']; id: string; moves: ConfigurationMove[] };

/** Adds the change to the list of changes of products. */
async function recordFamilies(tx: Tx, { kind, id, moves }: Stored, { actorId, now }: Actor): Promise<void> {
  const keys = moves.map(({ modelKey }) => modelKey);
  await tx.insert(bulkChanges).values({
    id: newId('bch'),
    actorId,
    change: { kind: 'families', action: kind, familyChangeId: id },
    productCount: await tx.$count(products, inArray(products.modelKey, keys)),
    createdAt: now,
  });
}
