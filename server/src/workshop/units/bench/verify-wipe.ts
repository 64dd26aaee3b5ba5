import { Problem } from '@reprise/contract/problem';
import type { WipeToVerify } from '@reprise/contract/workshop/units/bench';
import { eq, sql } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { recordUnitEvents } from '../record-unit-events.ts';
import { findUnit } from '../unit.queries.ts';
import { units } from '../units.tables.ts';
import { unitWipes, verifiedWipes } from './bench.tables.ts';
import { lockOnBench } from './lock-on-bench.ts';

/** Records that another person verified the newest erasure of a unit; throws FORBIDDEN for the one who erased it. */
export async function verifyWipe(
  { db, now: clock }: Pick<Deps, 'db' | 'now'>,
  reference: string,
  { certificate }: WipeToVerify,
  actorId: string,
): Promise<string> {
  const now = clock();
  return inTransaction(db, async (tx) => {
    const { unit } = await lockOnBench(tx, reference);
    // Read under the lock: an erasure recorded in between is another one.
    const { wipeToVerify } = await findUnit(tx, unit.id);
    if (wipeToVerify?.certificate !== certificate) {
      throw new Problem('UNIT_STATE', 'This erasure waits for nobody. Reload the page.');
    }
    if (wipeToVerify.by === actorId) {
      throw new Problem('FORBIDDEN', 'You erased it. Have another person verify it.');
    }
    const [wipe] = await tx
      .select({ id: unitWipes.id })
      .from(unitWipes)
      .where(eq(unitWipes.certificate, certificate));
    if (!wipe) throw new Problem('NOT_FOUND', 'Erasure not found.');
    await tx.insert(verifiedWipes).values({ wipeId: wipe.id, actorId, createdAt: now });
    await tx
      .update(units)
      .set({ version: sql`${units.version} + 1`, updatedAt: now })
      .where(eq(units.id, unit.id));
    const event = { unitId: unit.id, kind: 'verified' as const, detail: certificate };
    await recordUnitEvents(tx, [event], { actorId, now });
    return unit.id;
  });
}
