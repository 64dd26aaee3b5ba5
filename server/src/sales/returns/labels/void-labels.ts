import { Problem } from '@reprise/contract/problem';
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import type { AccountDeps } from '../../orders/shipping/carrier-account.ts';
import { refundLabel, storeVoidProblem } from '../../orders/shipping/refund-label.ts';
import { shippingLabels } from '../../orders/shipping/shipping.tables.ts';
import { type ReturnRow, recordReturnEvent } from '../return-rows.ts';
import { returnLines, returns } from '../returns.tables.ts';
import { labelUseOfReturn } from './return-labels.ts';

type VoidDeps = AccountDeps & Pick<Deps, 'jobs'>;

/** Labels that one run voids. */
const maxVoided = 20;

/** SQL: the return has ended before its parcel was sent, or all of its items stay with the customer. */
const needsNoLabel = sql`(${returns.state} in ('cancelled', 'refused', 'expired') or ${returns.state} = 'closed'
  and ${returns.sentAt} is null and ${returns.receivedAt} is null and not exists (select from ${returnLines} l
    where l.return_id = ${returns.id} and l.ended_as is distinct from 'kept'))`;

/**
 * Asks for the money of labels of returns that have ended without a parcel. A refusal is stored at the label for staff;
 * without an answer of the carrier the next run tries again.
 */
export async function voidUnusedLabels(deps: VoidDeps): Promise<void> {
  const due = await deps.db
    .select({ row: returns, labelId: shippingLabels.id })
    .from(shippingLabels)
    .innerJoin(returns, eq(returns.id, shippingLabels.returnId))
    .where(
      and(
        eq(shippingLabels.state, 'bought'),
        inArray(shippingLabels.parcelStatus, ['unknown', 'pre_transit']),
        isNull(shippingLabels.voidProblem),
        needsNoLabel,
      ),
    )
    .orderBy(asc(shippingLabels.createdAt))
    .limit(maxVoided);
  const failures: unknown[] = [];
  for (const { row, labelId } of due) {
    await voidLabel(deps, row, labelId).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

async function voidLabel(deps: VoidDeps, row: ReturnRow, labelId: string): Promise<void> {
  try {
    await refundLabel(deps, labelId, null, labelUseOfReturn(deps, row));
  } catch (error) {
    if (!(error instanceof Problem) || error.code === 'UNAVAILABLE') throw error;
    await recordVoidProblem(deps, { returnId: row.id, labelId, problem: error.message });
  }
}

type VoidProblem = { returnId: string; labelId: string; problem: string };

function recordVoidProblem(deps: VoidDeps, { returnId, labelId, problem }: VoidProblem): Promise<void> {
  const now = deps.now();
  return inTransaction(deps.db, async (tx) => {
    const label = await storeVoidProblem(tx, labelId, problem, now);
    if (!label) return;
    const detail = `${label.carrier} ${label.trackingNumber ?? ''}`;
    await recordReturnEvent(tx, returnId, { kind: 'label-not-void', detail }, { actorId: null, now });
  });
}
