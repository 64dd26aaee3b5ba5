import type { CallInput } from '@reprise/contract/endpoint';
import { Problem } from '@reprise/contract/problem';
import type { returnEndpoints } from '@reprise/contract/sales/returns/returns';
import type { Deps } from '../../deps.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { queueStepMail } from './answer-return.ts';
import { resetAnswerBy } from './reset-answer-by.ts';
import { hasArrived, isOpenLine, lockReturn, recordReturnEvent, updateLines } from './return-rows.ts';

type Body = CallInput<typeof returnEndpoints.lockReturnLine>['body'];

/**
 * Marks a device that arrived as locked to an account of its customer, or as free again. A locked device is not refunded,
 * and the store's clock stops.
 */
export async function lockReturnLine(
  deps: Pick<Deps, 'db' | 'now' | 'jobs'>,
  number: string,
  { line: id, isLocked }: Body,
  actorId: string,
): Promise<string> {
  const by = { actorId, now: deps.now() };
  return inTransaction(deps.db, async (tx) => {
    const { row, lines } = await lockReturn(tx, number);
    const found = lines.find(({ line }) => line.id === id);
    if (!found || !isOpenLine(found) || found.unitId === null || !hasArrived(found))
      throw new Problem('RETURN_STATE', 'Only a device that is here can be locked.');
    if ((found.line.lockedAt !== null) === isLocked) return row.id;
    await updateLines(tx, [found], { lockedAt: isLocked ? by.now : null });
    const kind = isLocked ? 'locked' : 'unlocked';
    await recordReturnEvent(tx, row.id, { kind, detail: found.unit ?? '' }, by);
    await resetAnswerBy(tx, row, by.now);
    if (isLocked) await queueStepMail(tx, deps, row.id, 'locked', by.now);
    return row.id;
  });
}
