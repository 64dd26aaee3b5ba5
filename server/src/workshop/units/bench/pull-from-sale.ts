import { type CheckKind, checksOf } from '@reprise/contract/catalog/grading/device-checks';
import type { NewChecks } from '@reprise/contract/workshop/units/bench';
import { blockerLabels } from '@reprise/contract/workshop/units/readiness';
import { and, asc, eq, inArray } from 'drizzle-orm';
import { deviceModels } from '../../../catalog/products/families/families.tables.ts';
import type { Actor } from '../../../foundations/audit/actor.ts';
import type { Queryable, Tx } from '../../../platform/database/database.ts';
import { type MoveDeps, moveInTransaction } from '../move-units.ts';
import { units } from '../units.tables.ts';

/** SQL: it has passed the gate and is not in an order. */
export const isForSale = inArray(units.state, ['ready', 'listed']);

/** Returns those of the devices that are on sale or ready for it, with their kinds. */
export function findForSale(db: Queryable, ids: readonly string[]) {
  return db
    .select({ id: units.id, intake: units.intake, kind: deviceModels.kind })
    .from(units)
    .innerJoin(deviceModels, eq(deviceModels.key, units.modelKey))
    .where(and(inArray(units.id, [...ids]), isForSale))
    .orderBy(asc(units.id));
}

/**
 * Takes devices off the sale because of what was found; orders that wait for them become short. Locks orders and
 * products, so it comes before `lockOnBench`.
 */
export async function pullFromSale(
  tx: Tx,
  deps: MoveDeps,
  { ids, to, reason }: { ids: string[]; to: 'bench' | 'quarantine'; reason: string },
  { actorId, now }: Actor & { actorId: string },
): Promise<void> {
  if (ids.length === 0) return;
  await moveInTransaction(tx, deps, { ids, to, reason }, { actorId, now, canWaive: true, makesShort: true });
}

/** Takes those devices off the sale whose kind needs a check that is blocked, with its name as the reason. */
export async function pullBlocked(
  tx: Tx,
  deps: MoveDeps,
  { ids, checks }: { ids: readonly string[]; checks: NewChecks['checks'] },
  by: Actor & { actorId: string },
): Promise<void> {
  const blocked = checks.flatMap(({ kind, result }): CheckKind[] => (result === 'blocked' ? [kind] : []));
  if (blocked.length === 0) return;
  const pulled = (await findForSale(tx, ids)).map(({ id, kind }) => ({
    id,
    reason: blocked
      .filter((check) => checksOf(kind).includes(check))
      .map((check) => blockerLabels[check])
      .join(', '),
  }));
  for (const [reason, devices] of Map.groupBy(pulled, ({ reason }) => reason)) {
    if (reason === '') continue;
    await pullFromSale(tx, deps, { ids: devices.map(({ id }) => id), to: 'quarantine', reason }, by);
  }
}
