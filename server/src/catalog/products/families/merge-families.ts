import type { FamilyChange } from '@reprise/contract/catalog/products/family-admin';
import { Problem } from '@reprise/contract/problem';
import type { Deps } from '../../../deps.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { lockFamilies } from './move-configurations.ts';
import { applyFamilyChange } from './record-family-change.ts';

type Merge = { families: string[]; into: string };

/** Moves all configurations of several families into one; throws EDIT_CONFLICT if one of them was merged before. */
export async function mergeFamilies(
  deps: Pick<Deps, 'db' | 'now'>,
  { families, into }: Merge,
  actorId: string | null,
): Promise<{ change: FamilyChange; familyId: string }> {
  const ids = [...new Set([...families, into])];
  return inTransaction(deps.db, async (tx) => {
    const byFamily = Map.groupBy(await lockFamilies(tx, ids), ({ familyId }) => familyId);
    if (byFamily.size < ids.length) throw familiesChanged();
    const last = Math.max(...(byFamily.get(into) ?? []).map(({ position }) => position));
    const targets = ids
      .filter((id) => id !== into)
      .flatMap((id) => byFamily.get(id)?.toSorted((a, b) => a.position - b.position) ?? [])
      .map((configuration, index) => ({
        configuration,
        familyId: into,
        position: last + 1 + index,
      }));
    const change = await applyFamilyChange(tx, { kind: 'merge', targets }, { actorId, now: deps.now() });
    return { change, familyId: into };
  });
}

export function familiesChanged(): Problem {
  return new Problem(
    'EDIT_CONFLICT',
    'Somebody else has moved some of these configurations since you opened the page. Reload to see the changes.',
  );
}
