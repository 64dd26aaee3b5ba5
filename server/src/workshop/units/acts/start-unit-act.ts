import type { UnitAction } from '@reprise/contract/workshop/units/acts';
import { eq, sql } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { recordAudit } from '../../../foundations/audit/record-audit.ts';
import { inTransaction, type Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/new-id.ts';
import { runOnce } from '../../../platform/http/run-once.ts';
import { unitActs } from './unit-acts.tables.ts';

type Starter = { actorId: string; key: string | null };

/** Adds an act with the next number; a repeated Idempotency-Key returns the first one. */
export async function startUnitAct(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  action: UnitAction,
  { actorId, key }: Starter,
): Promise<{ id: string; number: string }> {
  return inTransaction(db, async (tx) => {
    const request = { operation: 'start act', actorId, key, body: action, now: now() };
    const id = await runOnce(tx, request, () => addAct(tx, action, actorId, now()));
    const [act] = await tx
      .select({ id: unitActs.id, number: unitActs.number })
      .from(unitActs)
      .where(eq(unitActs.id, id));
    if (!act) throw new Error(`Act ${id} was not found after its insert.`);
    return act;
  });
}

async function addAct(tx: Tx, action: UnitAction, actorId: string, createdAt: Date): Promise<string> {
  // Two acts at once cannot get the same number.
  await tx.execute(sql`lock table ${unitActs} in share row exclusive mode`);
  const [row] = await tx
    .select({ last: sql<number>`coalesce(max(substr(${unitActs.number}, 3)::int), 1000)` })
    .from(unitActs);
  const [id, number] = [newId('act'), `A-${(row?.last ?? 1000) + 1}`];
  await tx.insert(unitActs).values({ id, number, action, actorId, createdAt });
  await recordAudit(tx, { actorId, action: 'change devices', subject: `act ${number}`, after: action });
  return id;
}
