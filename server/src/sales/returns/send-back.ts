import type { CallInput } from '@reprise/contract/endpoint';
import { cents } from '@reprise/contract/money';
import { Problem } from '@reprise/contract/problem';
import { isSentBack } from '@reprise/contract/sales/returns/return-states';
import type { returnEndpoints } from '@reprise/contract/sales/returns/returns';
import type { Deps } from '../../deps.ts';
import type { Tx } from '../../platform/database/database.ts';
import { inRetriedTransaction, type MoveDeps, moveInTransaction } from '../../workshop/units/move-units.ts';
import { queueStepMail } from './answer-return.ts';
import { closeIfEnded } from './receive-return.ts';
import { resetAnswerBy } from './reset-answer-by.ts';
import { leaveDevices } from './return-devices.ts';
import {
  hasArrived,
  isOpenLine,
  type LineRow,
  type LockedReturn,
  lockReturn,
  namesOf,
  recordReturnEvent,
  updateLines,
} from './return-rows.ts';

type SendDeps = Pick<Deps, 'db' | 'now'> & MoveDeps;
type Body = CallInput<typeof returnEndpoints.sendBackReturn>['body'];
type By = { actorId: string; now: Date };

/** Ends lines whose parcel leaves for the customer: devices that were repaired, and items that were not taken back. */
export async function sendBackReturn(
  deps: SendDeps,
  number: string,
  { lines: ids, carrier, trackingNumber }: Body,
  actorId: string,
): Promise<string> {
  const by = { actorId, now: deps.now() };
  return inRetriedTransaction(deps.db, async (tx) => {
    const locked = await lockReturn(tx, number);
    const { row } = locked;
    const sent = ids.map((id) => toSend(locked, id));
    for (const found of sent) await leave(tx, deps, locked, found, by);
    const parcel = { backCarrier: carrier, backTrackingNumber: trackingNumber };
    const ended = { ...parcel, settledAt: by.now, amountCents: cents(0) };
    const isRepaired = ({ line }: LineRow) => line.decision === 'repair';
    await updateLines(tx, sent.filter(isRepaired), { ...ended, endedAs: 'repaired' });
    await updateLines(
      tx,
      sent.filter((found) => !isRepaired(found)),
      { ...ended, endedAs: 'rejected' },
    );
    await recordReturnEvent(tx, row.id, { kind: 'sent-back', detail: namesOf(sent) }, by);
    if (!(await closeIfEnded(tx, row.id, by.now))) await resetAnswerBy(tx, row, by.now);
    await queueStepMail(tx, deps, row.id, 'sent-back', by.now);
    return row.id;
  });
}

function toSend({ row, lines }: LockedReturn, id: string): LineRow {
  const found = lines.find(({ line }) => line.id === id);
  if (!found || !isOpenLine(found) || !isSentBack(found.line))
    throw new Problem(
      'RETURN_STATE',
      `This line of ${row.number} is not decided to go back to the customer.`,
    );
  return found;
}

/** Gives a device back to its order; one that came instead of it leaves without a trace in the stock. */
async function leave(
  tx: Tx,
  deps: SendDeps,
  { order, row }: LockedReturn,
  found: LineRow,
  by: By,
): Promise<void> {
  const { unitId, unit, unitState, isBound } = found;
  if (unitId === null) return;
  if (!hasArrived(found)) return leaveDevices(tx, order, [found], by);
  if (!isBound)
    throw new Problem('RETURN_STATE', `The money of ${unit} went back in the meantime. Decide on it again.`);
  if (unitState === 'sold') return;
  if (unitState === 'repair')
    throw new Problem('RETURN_STATE', `The repair of ${unit} is open. Finish it on the bench first.`);
  const mover = { ...by, canWaive: true };
  const move = { ids: [unitId], to: 'sold' as const, reason: `Return ${row.number}` };
  const [outcome] = await moveInTransaction(tx, deps, move, mover);
  if (outcome?.problem) throw new Problem('UNIT_STATE', `${unit}: ${outcome.problem}`);
}
