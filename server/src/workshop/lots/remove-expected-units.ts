import type { ExpectedRemoval } from '@reprise/contract/workshop/lots/lot';
import { and, eq, isNotNull, notInArray, or, sql } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { recordAudit } from '../../foundations/audit/record-audit.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import { endExpectedUnits } from '../units/intake/expect-units.ts';
import { units } from '../units/units.tables.ts';
import { assertLotOpen, lockLot } from './lot.queries.ts';
import { appliedManifests, lotLines } from './lots.tables.ts';

/** Removes expected devices of an open lot as a mistake of its manifest; their numbers are free again. */
export async function removeExpectedUnits(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  reference: string,
  { ids, reason }: ExpectedRemoval,
  actorId: string,
): Promise<{ removed: number }> {
  return inTransaction(db, async (tx) => {
    const lot = await lockLot(tx, reference);
    assertLotOpen(lot);
    const ended = { goneAs: 'mistaken', reason, ...(ids && { ids }) } as const;
    const removed = await endExpectedUnits(tx, lot.id, ended, { actorId, now: now() });
    if (removed.length === 0) return { removed: 0 };
    await reduceLines(tx, removed);
    await forgetManifests(tx, lot.id);
    const subject = `lot ${lot.number}`;
    const after = { devices: removed.length, reason };
    await recordAudit(tx, { actorId, action: 'remove expected devices', subject, after });
    return { removed: removed.length };
  });
}

async function reduceLines(tx: Tx, removed: { lotLineId: string | null }[]): Promise<void> {
  const counts = Map.groupBy(
    removed.flatMap(({ lotLineId }) => lotLineId ?? []),
    (id) => id,
  );
  const lines = JSON.stringify([...counts].map(([id, { length }]) => ({ id, removed: length })));
  await tx
    .update(lotLines)
    .set({ quantity: sql`greatest(${lotLines.quantity} - less.removed, 0)` })
    .from(sql`jsonb_to_recordset(${lines}::jsonb) as less (id text, removed int)`)
    .where(sql`less.id = ${lotLines.id}`);
}

/** Lets the same manifest be applied again once none of its devices is left. */
async function forgetManifests(tx: Tx, lotId: string): Promise<void> {
  const isLeft = and(
    eq(units.lotId, lotId),
    isNotNull(units.lotLineId),
    or(sql`${units.goneAs} is null`, notInArray(units.goneAs, ['mistaken'])),
  );
  if ((await tx.$count(units, isLeft)) > 0) return;
  await tx.delete(appliedManifests).where(eq(appliedManifests.lotId, lotId));
}
