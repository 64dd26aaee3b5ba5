import type { UnitOutcome } from '@reprise/contract/workshop/units/unit';
import type { Tx } from '../../platform/database/database.ts';
import { readUnits } from './unit.queries.ts';

/** Returns each unit of a call as it is now, or its problem; an id without an entry does not exist. */
export async function outcomesOf(
  tx: Tx,
  ids: string[],
  problems: ReadonlyMap<string, string>,
): Promise<UnitOutcome[]> {
  const unitById = new Map((await readUnits(tx, ids)).map((unit) => [unit.id, unit]));
  return ids.map((id) => {
    const problem = problems.get(id) ?? 'Device not found.';
    return { id, unit: problem === '' ? (unitById.get(id) ?? null) : null, problem };
  });
}
