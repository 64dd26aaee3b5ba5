import type { FamilyChange } from '@reprise/contract/catalog/products/family-admin';
import type { Deps } from '../../../deps.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import type { CarrierGates } from './carrier-gates.ts';
import { readPlans } from './family-admin.queries.ts';
import { familiesChanged } from './merge-families.ts';
import { lockFamilies } from './move-configurations.ts';
import { applyFamilyChange } from './record-family-change.ts';

/** Applies plans of the dry run; throws EDIT_CONFLICT if the catalog would be planned otherwise by now. */
export async function buildFamilies(
  deps: Pick<Deps, 'db' | 'now'> & { gates: CarrierGates },
  proposals: string[],
  actorId: string,
): Promise<{ change: FamilyChange; familyId: string }> {
  const ids = new Set(proposals);
  return inTransaction(deps.db, async (tx) => {
    const previewed = (await readPlans(tx)).filter(({ id }) => ids.has(id));
    const options = previewed.flatMap(({ configurations }) =>
      configurations.map(({ key, planned }) => ({ modelKey: key, options: planned })),
    );
    await deps.gates.sendBack(tx, options, { actorId, now: deps.now() });
    const locked = await lockFamilies(
      tx,
      previewed.flatMap(({ familyIds }) => familyIds),
    );
    // Plans are read once more under the locks: another transaction may have moved a configuration before them.
    const plans = (await readPlans(tx)).filter(({ id }) => ids.has(id));
    const [first] = plans;
    if (!first || plans.length < ids.size) throw familiesChanged();
    const rows = new Map(locked.map((row) => [row.key, row]));
    const targets = plans.flatMap(({ into, configurations }) =>
      configurations.map(({ key, planned }, position) => {
        const configuration = rows.get(key);
        if (!configuration) throw familiesChanged();
        return { configuration, familyId: into, position, options: planned };
      }),
    );
    const renames = plans.flatMap(({ into, name, configurations }) => {
      const before = configurations.find(({ familyId }) => familyId === into)?.familyName ?? name;
      return before === name ? [] : [{ familyId: into, before, after: name }];
    });
    const change = await applyFamilyChange(
      tx,
      { kind: 'build', targets, renames },
      { actorId, now: deps.now() },
    );
    return { change, familyId: first.into };
  });
}
