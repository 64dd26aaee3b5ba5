import { isDeepStrictEqual } from 'node:util';
import { Problem } from '@reprise/contract/problem';
import { and, eq } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { recordAudits } from '../../../foundations/audit/record-audit.ts';
import { inTransaction, type Tx } from '../../../platform/database/database.ts';
import type { CarrierGates } from './carrier-gates.ts';
import { productFamilies } from './families.tables.ts';
import { type ConfigurationMove, type FamilyRename, familyChanges } from './family-changes.tables.ts';
import { lockFamilies, moveConfigurations } from './move-configurations.ts';

/** Moves the configurations of a change back, except those that were moved later, and restores names that stayed. */
export async function undoFamilyChange(
  deps: Pick<Deps, 'db' | 'now'> & { gates: CarrierGates },
  id: string,
  actorId: string,
): Promise<{ restored: number; skipped: number }> {
  const now = deps.now();
  return inTransaction(deps.db, async (tx) => {
    const change = await lockChange(tx, id);
    const options = change.moves.map(({ modelKey, options }) => ({ modelKey, options: options.before }));
    await deps.gates.sendBack(tx, options, { actorId, now });
    const familyIds = [...new Set(change.moves.flatMap(({ from, to }) => [from, to]))];
    const locked = new Map((await lockFamilies(tx, familyIds)).map((row) => [row.key, row]));
    const undone = change.moves.flatMap((move) => {
      const row = locked.get(move.modelKey);
      return row?.familyId === move.to ? [back(move, row.options)] : [];
    });
    const restored = countMoved(undone);
    if (restored === 0) {
      const message = 'These configurations were moved again since. Move them by hand.';
      throw new Problem('EDIT_CONFLICT', message);
    }
    await moveConfigurations(tx, undone, now);
    for (const rename of change.renames) await restoreName(tx, rename, now);
    await tx.update(familyChanges).set({ undoneAt: now }).where(eq(familyChanges.id, id));
    const byFamily = Map.groupBy(undone, ({ from }) => from);
    await recordAudits(
      tx,
      [...byFamily].map(([familyId, left]) => ({
        actorId,
        action: `undo ${change.kind} of family`,
        subject: `family ${familyId}`,
        before: Object.fromEntries(left.map(({ modelKey, from }) => [modelKey, from])),
        after: Object.fromEntries(left.map(({ modelKey, to }) => [modelKey, to])),
      })),
    );
    return { restored, skipped: countMoved(change.moves) - restored };
  });
}

const countMoved = (moves: { from: string; to: string }[]) =>
  moves.filter(({ from, to }) => from !== to).length;

/** Locks the change, so that the second of two undos at once finds it undone. */
async function lockChange(tx: Tx, id: string) {
  const [change] = await tx.select().from(familyChanges).where(eq(familyChanges.id, id)).for('update');
  if (!change) throw new Problem('NOT_FOUND', 'Change not found.');
  if (change.undoneAt) throw new Problem('EDIT_CONFLICT', 'This change was undone before.');
  return change;
}

/** Returns the move back; options that were edited since stay. */
function back({ modelKey, from, to, position, options }: ConfigurationMove, current: object) {
  const isUnedited = isDeepStrictEqual(current, options.after);
  return {
    modelKey,
    from: to,
    to: from,
    position,
    options: isUnedited ? options.before : current,
  };
}

async function restoreName(tx: Tx, { familyId, before, after }: FamilyRename, now: Date): Promise<void> {
  await tx
    .update(productFamilies)
    .set({ name: before, updatedAt: now })
    .where(and(eq(productFamilies.id, familyId), eq(productFamilies.name, after)));
}
