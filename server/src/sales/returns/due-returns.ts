import { reminderTime } from '@reprise/contract/sales/returns/return-rules';
import { asc, sql } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { queueMail } from '../../foundations/notifications/mail-requests.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { dayMs } from '../../platform/time.ts';
import { queueStepMail } from './answer-return.ts';
import { closeIfEnded } from './receive-return.ts';
import { leaveDevices } from './return-devices.ts';
import { isOpenLine, lockReturn, recordReturnEvent, updateLines, updateReturn } from './return-rows.ts';
import { readReturnSettings } from './return-settings.ts';
import { returnLines, returns } from './returns.tables.ts';

type DueDeps = Pick<Deps, 'db' | 'now' | 'jobs'>;

/** Cases that one run ends, and those that it reminds of. */
const maxDue = 100;

/**
 * Ends cases whose parcel was not sent in time, and lines of parcels that came without them. Each case is a transaction
 * that looks again under its lock, so that a parcel received in between stays received.
 */
export async function moveDueReturns(deps: DueDeps): Promise<void> {
  const { graceDays } = await readReturnSettings(deps.db);
  const dueBefore = new Date(deps.now().getTime() - graceDays * dayMs);
  const isDue = sql`(${returns.state} = 'approved' and ${returns.sendBy} < ${dueBefore.toISOString()}::timestamptz
    or ${returns.state} = 'received' and ${returns.receivedAt} < ${dueBefore.toISOString()}::timestamptz
      and exists (select from ${returnLines} l where l.return_id = ${returns.id}
        and l.settled_at is null and l.received_at is null and l.decision is null))`;
  const due = await deps.db
    .select({ number: returns.number })
    .from(returns)
    .where(isDue)
    .orderBy(asc(returns.createdAt))
    .limit(maxDue);
  for (const { number } of due) await endDue(deps, number, dueBefore);
  await remindOfDays(deps);
}

async function endDue(deps: DueDeps, number: string, dueBefore: Date): Promise<void> {
  const by = { actorId: null, now: deps.now() };
  await inTransaction(deps.db, async (tx) => {
    const { order, row, lines } = await lockReturn(tx, number);
    const since = row.state === 'approved' ? row.sendBy : row.state === 'received' ? row.receivedAt : null;
    if (since === null || since >= dueBefore) return;
    const awaited = lines.filter(
      (found) => isOpenLine(found) && found.line.receivedAt === null && found.line.decision === null,
    );
    await leaveDevices(tx, order, awaited, by);
    await updateLines(tx, awaited, { settledAt: by.now, endedAs: 'not-sent' });
    if (row.state === 'received') {
      await recordReturnEvent(tx, row.id, { kind: 'not-sent' }, by);
      await closeIfEnded(tx, row.id, by.now);
      return;
    }
    await updateReturn(tx, row.id, { state: 'expired', closedAt: by.now }, by.now);
    await recordReturnEvent(tx, row.id, { kind: 'expired' }, by);
    await queueStepMail(tx, deps, row.id, 'expired', by.now);
  });
}

/** Reminds customers of parcels to send soon, and the store of answers that are overdue: once of each day. */
async function remindOfDays(deps: DueDeps): Promise<void> {
  const now = deps.now().toISOString();
  const isNear = sql`(${returns.state} = 'approved' and ${returns.sendBy} >= ${now}::timestamptz
      and ${returns.sendBy} - least(interval '7 days', (${returns.sendBy} - ${returns.approvedAt}) / 2) <= ${now}::timestamptz
      and ${returns.remindedFor} is distinct from ${returns.sendBy}
    or ${returns.state} in ('requested', 'sent', 'received') and ${returns.answerBy} < ${now}::timestamptz
      and ${returns.remindedFor} is distinct from ${returns.answerBy})`;
  const near = await deps.db
    .select({ number: returns.number })
    .from(returns)
    .where(isNear)
    .orderBy(asc(returns.createdAt))
    .limit(maxDue);
  for (const { number } of near) await remind(deps, number);
}

async function remind(deps: DueDeps, number: string): Promise<void> {
  const by = { actorId: null, now: deps.now() };
  await inTransaction(deps.db, async (tx) => {
    const { row } = await lockReturn(tx, number);
    const { state, sendBy, answerBy, approvedAt, remindedFor } = row;
    const isOf = (day: Date) => remindedFor?.getTime() === day.getTime();
    if (state === 'approved' && sendBy && approvedAt && !isOf(sendBy)) {
      if (by.now < reminderTime(approvedAt, sendBy) || by.now > sendBy) return;
      await updateReturn(tx, row.id, { remindedFor: sendBy }, by.now);
      await recordReturnEvent(tx, row.id, { kind: 'reminded' }, by);
      await queueStepMail(tx, deps, row.id, 'reminder', by.now);
    }
    if (
      !['requested', 'sent', 'received'].includes(state) ||
      !answerBy ||
      isOf(answerBy) ||
      answerBy >= by.now
    )
      return;
    await updateReturn(tx, row.id, { remindedFor: answerBy }, by.now);
    const eventKey = `return-overdue:${row.id}:${answerBy.getTime()}`;
    await queueMail(tx, deps.jobs, { kind: 'return-overdue', eventKey, returnId: row.id });
  });
}
