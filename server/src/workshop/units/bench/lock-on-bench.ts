import type { DeviceKind } from '@reprise/contract/catalog/grading/device-kinds';
import { Problem } from '@reprise/contract/problem';
import { eq } from 'drizzle-orm';
import { deviceModels } from '../../../catalog/products/families/families.tables.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { UnitRow } from '../shift-units.ts';
import { isUnit, noDevice } from '../unit-rows.ts';
import { units } from '../units.tables.ts';
import { benchProblem } from './change-on-bench.ts';

/** Locks a unit to record something of it; throws NOT_FOUND or, where it is elsewhere, UNIT_STATE. */
export async function lockOnBench(tx: Tx, reference: string): Promise<{ unit: UnitRow; kind: DeviceKind }> {
  const [found] = await tx
    .select({ unit: units, kind: deviceModels.kind })
    .from(units)
    .innerJoin(deviceModels, eq(deviceModels.key, units.modelKey))
    .where(isUnit(reference))
    .for('no key update', { of: units });
  if (!found) throw noDevice();
  const problem = benchProblem(found.unit);
  if (problem) throw new Problem('UNIT_STATE', problem);
  return found;
}
