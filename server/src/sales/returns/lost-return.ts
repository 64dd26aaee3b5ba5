import { cents } from '@reprise/contract/money';
import { Problem } from '@reprise/contract/problem';
import type { Deps } from '../../deps.ts';
import { recordAudit } from '../../foundations/audit/record-audit.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { queueStepMail } from './answer-return.ts';
import { findUsableLabel, isUsedBy } from './labels/label-of-return.ts';
import { closeIfEnded } from './receive-return.ts';
import { leaveDevices } from './return-devices.ts';
import {
  assertReturnState,
  isOpenLine,
  lockReturn,
  namesOf,
  recordReturnEvent,
  updateLines,
  updateReturn,
} from './return-rows.ts';

/**
 * Records that the parcel of a case was lost. With a refund its items are decided, and the settlement pays them back and
 * ends the devices; without one they stay the customer's.
 */
export async function markReturnLost(
  deps: Pick<Deps, 'db' | 'now' | 'jobs'>,
  number: string,
  isRefunded: boolean,
  actorId: string,
): Promise<string> {
  const by = { actorId, now: deps.now() };
  return inTransaction(deps.db, async (tx) => {
    const { order, row, lines } = await lockReturn(tx, number);
    assertReturnState(row, ['approved', 'sent', 'received'], 'lost');
    const lost = lines.filter(
      (found) => isOpenLine(found) && (found.line.receivedAt === null || found.line.match === 'lost'),
    );
    if (lost.length === 0)
      throw new Problem('RETURN_STATE', `Everything in ${row.number} has arrived or is settled.`);
    const detail = `${namesOf(lost)}: ${isRefunded ? 'to be refunded' : 'no refund'}`;
    await recordReturnEvent(tx, row.id, { kind: 'lost', detail }, by);
    const label = await findUsableLabel(tx, row.id);
    if (!isRefunded && isUsedBy(row, label))
      throw new Problem(
        'RETURN_STATE',
        `${row.number} was sent with your label, so that its loss is yours. Refund it.`,
      );
    const open = { match: 'lost' as const, disposition: null, deductions: [] };
    if (isRefunded) {
      await updateLines(tx, lost, { ...open, decision: 'refund' });
      await updateReturn(tx, row.id, {}, by.now);
    } else {
      await leaveDevices(tx, order, lost, by);
      const ended = { settledAt: by.now, endedAs: 'lost' as const, amountCents: cents(0) };
      await updateLines(tx, lost, { ...open, decision: null, ...ended });
      if (!(await closeIfEnded(tx, row.id, by.now))) await updateReturn(tx, row.id, {}, by.now);
      await queueStepMail(tx, deps, row.id, 'lost', by.now);
    }
    await recordAudit(tx, {
      actorId,
      action: 'mark return lost',
      subject: `order ${order.id}`,
      after: { return: row.number, lines: detail },
    });
    return row.id;
  });
}
