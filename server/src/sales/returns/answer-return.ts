import { Problem } from '@reprise/contract/problem';
import { sendByDay } from '@reprise/contract/sales/returns/return-rules';
import type { Deps } from '../../deps.ts';
import { queueMail } from '../../foundations/notifications/mail-requests.ts';
import type { MailedSettlement } from '../../foundations/notifications/mails/settled-return.ts';
import { readTimeZone } from '../../foundations/settings/store-days.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import { clearVoidProblem } from '../orders/shipping/refund-label.ts';
import { leaveDevices, sendBackDevices } from './return-devices.ts';
import {
  assertReturnState,
  isOpenLine,
  type LineRow,
  type LockedReturn,
  lockReturn,
  readReturnLines,
  recordReturnEvent,
  updateLines,
  updateReturn,
} from './return-rows.ts';
import { readReturnSettings } from './return-settings.ts';

type AnswerDeps = Pick<Deps, 'db' | 'now' | 'jobs'>;
type By = { actorId: string | null; now: Date };

/** Approves a locked case: its devices are on their way back, and its customer sends the parcel by a day. */
export async function approveLocked(
  tx: Tx,
  { jobs }: Pick<Deps, 'jobs'>,
  { row, lines }: LockedReturn,
  by: By,
): Promise<void> {
  const { now } = by;
  const { sendDays } = await readReturnSettings(tx);
  const sendBy = sendByDay(now, sendDays, await readTimeZone(tx));
  const approved = { state: 'approved' as const, approvedAt: now, sendBy, answerBy: null, closedAt: null };
  await updateReturn(tx, row.id, approved, now);
  await sendBackDevices(tx, row.number, lines, by);
  await recordReturnEvent(tx, row.id, { kind: 'approved' }, by);
  await queueStepMail(tx, { jobs }, row.id, 'approved', now);
}

type Step =
  | 'requested'
  | 'approved'
  | 'label'
  | 'label-void'
  | 'reminder'
  | 'refused'
  | 'cancelled'
  | 'expired'
  | 'received'
  | 'lost'
  | 'locked'
  | 'repairing'
  | 'settled'
  | 'sent-back';

export async function queueStepMail(
  tx: Tx,
  { jobs }: Pick<Deps, 'jobs'>,
  returnId: string,
  step: Step,
  now: Date,
  settlement?: MailedSettlement,
): Promise<void> {
  const eventKey = `return:${returnId}:${step}:${now.getTime()}`;
  await queueMail(tx, jobs, {
    kind: 'return-update',
    eventKey,
    returnId,
    step,
    ...(settlement && { settlement }),
  });
}

/** Approves a request, or an expired case whose devices are still with the customer. */
export async function approveReturn(deps: AnswerDeps, number: string, actorId: string): Promise<string> {
  const by = { actorId, now: deps.now() };
  return inTransaction(deps.db, async (tx) => {
    const locked = await lockReturn(tx, number);
    assertReturnState(locked.row, ['requested', 'expired'], 'approved');
    if (locked.row.state === 'expired') {
      await reopenLines(tx, locked.lines);
      await clearVoidProblem(tx, locked.row.id, by.now);
    }
    const lines = await readReturnLines(tx, [locked.row.id]);
    await approveLocked(tx, deps, { ...locked, lines }, by);
    return locked.row.id;
  });
}

/** Opens lines again that ended without their device; throws RETURN_OPEN if another case has one of them. */
export async function reopenLines(tx: Tx, lines: readonly LineRow[]): Promise<void> {
  const ended = lines.filter(({ line }) => endsWithoutDevice.includes(line.endedAs ?? ''));
  const gone = ended.find(({ unitId, isBound }) => unitId !== null && !isBound);
  if (gone) throw new Problem('RETURN_STATE', `${gone.unit} is no longer in this order.`);
  const reopened = { settledAt: null, endedAs: null, decision: null, amountCents: null };
  await updateLines(tx, ended, reopened);
}

/** True for a line whose item can arrive: it waits for its end, or ended without the item. */
export const canArrive = (row: LineRow): boolean =>
  isOpenLine(row) || endsWithoutDevice.includes(row.line.endedAs ?? '');

const endsWithoutDevice: readonly string[] = ['not-sent', 'cancelled', 'refused'];

/** Refuses a request; its customer reads the reason. */
export async function refuseReturn(
  deps: AnswerDeps,
  number: string,
  reason: string,
  actorId: string,
): Promise<string> {
  const by = { actorId, now: deps.now() };
  return inTransaction(deps.db, async (tx) => {
    const { row, lines } = await lockReturn(tx, number);
    assertReturnState(row, ['requested'], 'refused');
    await updateLines(tx, lines.filter(isOpenLine), { settledAt: by.now, endedAs: 'refused' });
    const refused = { state: 'refused' as const, refuseReason: reason, closedAt: by.now, answerBy: null };
    await updateReturn(tx, row.id, refused, by.now);
    await recordReturnEvent(tx, row.id, { kind: 'refused' }, by);
    await queueStepMail(tx, deps, row.id, 'refused', by.now);
    return row.id;
  });
}

/** Calls a case off before its parcel is sent; its devices stay with the customer. */
export async function cancelReturn(
  deps: AnswerDeps,
  number: string,
  actorId: string | null,
): Promise<string> {
  const by = { actorId, now: deps.now() };
  return inTransaction(deps.db, async (tx) => {
    const { order, row, lines } = await lockReturn(tx, number);
    if (row.state === 'cancelled') return row.id;
    assertReturnState(row, ['requested', 'approved'], 'called off');
    await leaveDevices(tx, order, lines.filter(isOpenLine), by);
    await updateLines(tx, lines.filter(isOpenLine), { settledAt: by.now, endedAs: 'cancelled' });
    const cancelled = { state: 'cancelled' as const, closedAt: by.now, answerBy: null };
    await updateReturn(tx, row.id, cancelled, by.now);
    await recordReturnEvent(tx, row.id, { kind: 'cancelled' }, by);
    await queueStepMail(tx, deps, row.id, 'cancelled', by.now);
    return row.id;
  });
}

/** Records that the parcel is on its way; a later call corrects the tracking number. */
export async function markReturnSent(
  deps: AnswerDeps,
  number: string,
  parcel: { carrier: string; trackingNumber: string },
  actorId: string | null,
): Promise<string> {
  const by = { actorId, now: deps.now() };
  return inTransaction(deps.db, async (tx) => {
    const { row } = await lockReturn(tx, number);
    assertReturnState(row, ['approved', 'sent'], 'sent');
    const isNew = row.state === 'approved';
    // Without a number the parcel goes with the label that the customer was given.
    const sentWith = parcel.trackingNumber === '' && isNew && row.trackingNumber !== '' ? {} : parcel;
    await updateReturn(tx, row.id, { ...sentWith, ...(isNew && { state: 'sent', sentAt: by.now }) }, by.now);
    if (isNew) await recordReturnEvent(tx, row.id, { kind: 'sent' }, by);
    return row.id;
  });
}
