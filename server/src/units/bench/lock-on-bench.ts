import type { DeviceKind } from '@reprise/contract/grading/device-kinds';
import { Problem } from '@reprise/contract/problem';
import type { Tx } from '../../platform/database/database.ts';
import type { UnitRow } from '../shift-units.ts';
import { findUnit, lockUnits } from '../unit.queries.ts';
import { benchProblem } from './change-on-bench.ts';

/** Locks a unit to record something of it; throws NOT_FOUND or, where it is elsewhere, UNIT_STATE. */
export async function lockOnBench(tx: Tx, reference: string): Promise<{ unit: UnitRow; kind: DeviceKind }> {
  const { id, model } = await findUnit(tx, reference);
  const [unit] = await lockUnits(tx, [id]);
  if (!unit) throw new Problem('NOT_FOUND', 'Device not found.');
  const problem = benchProblem(unit);
  if (problem) throw new Problem('UNIT_STATE', problem);
  return { unit, kind: model.kind };
}
