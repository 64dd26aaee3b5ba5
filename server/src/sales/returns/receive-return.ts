import type { CallInput } from '@reprise/contract/endpoint';
import { Problem } from '@reprise/contract/problem';
import { answerDay } from '@reprise/contract/sales/returns/return-rules';
import type { returnEndpoints } from '@reprise/contract/sales/returns/returns';
import type { ScanResult } from '@reprise/contract/workshop/units/scan-result';
import { and, desc, eq, inArray, isNull } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { readTimeZone } from '../../foundations/settings/store-days.ts';
import type { Tx } from '../../platform/database/database.ts';
import { lockBound } from '../../workshop/units/in-orders/bindings.ts';
import { inRetriedTransaction } from '../../workshop/units/move-units.ts';
import { scanCode } from '../../workshop/units/scan-code.ts';
import { lockUnit } from '../../workshop/units/unit-rows.ts';
import { orderItemUnits } from '../../workshop/units/units.tables.ts';
import { readStockLines, withDevices } from '../orders/devices/stock-lines.ts';
import { type RecordArrival, takeBackInTransaction } from '../orders/devices/take-back.ts';
import { scanUnscanned } from '../orders/packing/scan-unscanned.ts';
import { canArrive, queueStepMail, reopenLines } from './answer-return.ts';
import { findOtherModel } from './other-model.ts';
import { leaveDevices } from './return-devices.ts';
import {
  assertReturnState,
  isOpenLine,
  type LineRow,
  type LockedReturn,
  lockReturn,
  type ReturnRow,
  readReturnLines,
  recordReturnEvent,
  updateLines,
  updateReturn,
} from './return-rows.ts';
import { readReturnSettings } from './return-settings.ts';
import { returnLines, returns } from './returns.tables.ts';

type ReceiveDeps = Pick<Deps, 'db' | 'now' | 'jobs' | 'alerts' | 'environment'>;
type Body = CallInput<typeof returnEndpoints.receiveReturn>['body'];
type By = { actorId: string; now: Date };

/** Records what was in the parcel of a case. A device that was received before is not recorded twice. */
export async function receiveReturn(
  deps: ReceiveDeps,
  number: string,
  body: Body,
  actorId: string,
): Promise<string> {
  const scanned = body.code === '' ? null : await scanCode(deps, body.code);
  return inRetriedTransaction(deps.db, async (tx) => {
    const by = { actorId, now: deps.now() };
    const locked = await lockReturn(tx, number);
    assertReturnState(
      locked.row,
      ['requested', 'approved', 'sent', 'received', 'refused', 'cancelled', 'expired'],
      'received',
    );
    if (scanned) await receiveScanned(tx, deps, locked, { ...scanned, body }, by);
    else await receiveUnscanned(tx, deps, locked, body, by);
    return locked.row.id;
  });
}

type Scanned = ScanResult & { body: Body };

async function receiveScanned(
  tx: Tx,
  deps: ReceiveDeps,
  locked: LockedReturn,
  scanned: Scanned,
  by: By,
): Promise<void> {
  const { body, units: found } = scanned;
  const same = locked.lines.find(({ unitId }) => found.some(({ id }) => id === unitId));
  if (same) return receiveDevice(tx, deps, same, { body, match: 'same' }, by);
  const [other] = found;
  const unscanned = await findUnscanned(tx, locked);
  const confirmed = other && (await confirmUnscanned(tx, locked, { ...unscanned, id: other.id, body }, by));
  if (confirmed) return receiveDevice(tx, deps, confirmed, { body, match: 'same' }, by);
  // Confirmed by naming the line that it came instead of, so that a slip of the scanner records nothing.
  if (body.line === undefined) {
    const doubt = unscanned.bound.length > 0 ? ' It is not known what was sent: it left without a scan.' : '';
    const message = `${await nameScanned(tx, locked, scanned)}${doubt}`;
    throw new Problem('WRONG_UNIT', message, { details: { order: other?.order ?? null } });
  }
  const line = lineOf(locked, body.line);
  if (line.unitId === null) throw invalidLine('Only a device can come instead of a device.');
  if (isHere(line)) throw new Problem('RETURN_STATE', `${line.unit} was received before.`);
  await openAgain(tx, [line]);
  const received = { match: 'other' as const, receivedCode: body.code, receivedAt: by.now };
  await updateLines(tx, [line], { ...received, ...undecided });
  await recordReturnEvent(
    tx,
    locked.row.id,
    { kind: 'other-device', detail: other?.number ?? body.code },
    by,
  );
  await arriveInCase(tx, deps, locked.row, by);
}

/** Says what is known of a scanned device that was not sent. */
async function nameScanned(tx: Tx, { lines }: LockedReturn, scanned: Scanned): Promise<string> {
  const [unit] = scanned.units;
  const model = await findOtherModel(tx, scanned, lines);
  if (!unit) {
    const named = scanned.fault || 'No device has this number.';
    return model ? `${named} Its IMEI is one of another model: ${model}.` : named;
  }
  const other = model ? ` It is another model: ${model}.` : '';
  return `${unit.number} is not what was sent.${other}${unit.order ? ` It was sold with order ${unit.order}.` : ''}`;
}

/** Returns the lines of the order, and the devices of the case that left without a scan. */
async function findUnscanned(tx: Tx, { order, lines }: LockedReturn) {
  const stockLines = withDevices(await readStockLines(tx, order.id));
  const ids = lines.flatMap((line) => (isHere(line) ? [] : (line.unitId ?? [])));
  const bound = await lockBound(tx, stockLines);
  return { lines: stockLines, bound: bound.filter(({ id, isAssumed }) => isAssumed && ids.includes(id)) };
}

type Unscanned = Awaited<ReturnType<typeof findUnscanned>> & { id: string; body: Body };

/** Returns the line of a device that turns out to be the one that left without a scan; undefined unless it can be. */
async function confirmUnscanned(
  tx: Tx,
  { order, row, lines: cases }: LockedReturn,
  { lines, bound, id, body }: Unscanned,
  by: By,
): Promise<LineRow | undefined> {
  const unit = await lockUnit(tx, id);
  const itemIds = lines.flatMap(({ itemId, productId }) => (productId === unit.productId ? [itemId] : []));
  const replaced = bound.find(({ itemId }) => itemIds.includes(itemId));
  const line = cases.find(({ unitId }) => unitId === replaced?.id);
  if (!replaced || !line || unit.state !== 'listed') return undefined;
  await leaveDevices(tx, order, [line], by);
  const left = { ...replaced, ...(await lockUnit(tx, replaced.id)) };
  const scanned = {
    order,
    unit,
    lines,
    bound: [left],
    captured: body.captured,
    returnNumber: row.number,
  };
  if (!(await scanUnscanned(tx, scanned, by))) throw new Error('The device that was sent was not corrected.');
  const [binding] = await tx
    .select({ bindingId: orderItemUnits.id })
    .from(orderItemUnits)
    .where(and(eq(orderItemUnits.unitId, id), isNull(orderItemUnits.endedAt)));
  await updateLines(tx, [line], { ...binding });
  return (await readReturnLines(tx, [row.id])).find(({ unitId }) => unitId === id);
}

async function receiveUnscanned(
  tx: Tx,
  deps: ReceiveDeps,
  locked: LockedReturn,
  body: Body,
  by: By,
): Promise<void> {
  if (body.line === undefined) throw invalidLine('Scan a device or choose a line.');
  const line = lineOf(locked, body.line);
  if (line.unitId === null) return receiveCounted(tx, deps, locked.row, { line, body }, by);
  if (body.match === undefined) throw invalidLine(`Scan ${line.name}, or say that its number is unreadable.`);
  if (body.note === '') {
    const message = 'Describe the parcel and what was in it.';
    throw new Problem('VALIDATION_ERROR', message, { errors: [{ field: 'note', message }] });
  }
  if (body.match === 'unreadable') return receiveDevice(tx, deps, line, { body, match: 'unreadable' }, by);
  if (isHere(line)) throw new Problem('RETURN_STATE', `${line.unit} was received before.`);
  await openAgain(tx, [line]);
  await updateLines(tx, [line], { match: 'missing', receivedAt: by.now, receivedCode: '', ...undecided });
  await recordReturnEvent(tx, locked.row.id, { kind: 'missing', detail: `${line.unit}: ${body.note}` }, by);
  await arriveInCase(tx, deps, locked.row, by);
}

async function receiveCounted(
  tx: Tx,
  deps: ReceiveDeps,
  row: ReturnRow,
  { line, body }: { line: LineRow; body: Body },
  by: By,
): Promise<void> {
  const quantity = body.quantity ?? line.line.quantity;
  if (quantity > line.line.quantity)
    throw invalidLine(`Only ${line.line.quantity} of ${line.name} are expected.`);
  await openAgain(tx, [line]);
  const received = { receivedQuantity: quantity, receivedAt: by.now, missingParts: body.missingParts };
  await updateLines(tx, [line], { ...received, match: quantity > 0 ? 'same' : 'missing' });
  await recordReturnEvent(tx, row.id, { kind: 'received', detail: `${quantity} × ${line.name}` }, by);
  await arriveInCase(tx, deps, row, by);
}

async function receiveDevice(
  tx: Tx,
  deps: ReceiveDeps,
  { unitId, line }: LineRow,
  { body, match }: { body: Body; match: 'same' | 'unreadable' },
  by: By,
): Promise<void> {
  const arrival = { captured: body.captured, place: body.place };
  const record = recordArrival(deps, { match, missingParts: body.missingParts, lineId: line.id });
  await takeBackInTransaction(tx, unitId ?? '', arrival, { ...by, alerts: deps.alerts }, record);
}

/** A decision is about what had arrived when it was made. */
const undecided = { decision: null, disposition: null, deductions: [] };

type Found = { match: 'same' | 'unreadable'; missingParts: string[]; lineId?: string };

/**
 * Returns the function that records on its case that a device came back, whichever scan found it. The order is locked. A
 * device whose money went back before ends its line.
 */
export function recordArrival(
  deps: Pick<Deps, 'jobs'>,
  { match, missingParts, lineId }: Found = { match: 'same', missingParts: [] },
): RecordArrival {
  return async (tx, { bindingId, outcome }, by) => {
    const isLine = lineId === undefined ? eq(returnLines.bindingId, bindingId) : eq(returnLines.id, lineId);
    const [newest] = await tx
      .select({ row: returns, id: returnLines.id })
      .from(returnLines)
      .innerJoin(returns, eq(returns.id, returnLines.returnId))
      .where(isLine)
      .orderBy(desc(returns.createdAt))
      .limit(1);
    const [row] = newest
      ? await tx.select().from(returns).where(eq(returns.id, newest.row.id)).for('update')
      : [];
    if (!newest || !row || row.state === 'closed') return null;
    const line = (await readReturnLines(tx, [row.id])).find((found) => found.line.id === newest.id);
    if (!line || isHere(line)) return row.number;
    // It was sent back, and comes again without a case.
    if (!canArrive(line)) return null;
    const isOurs = outcome === 'returned';
    if (!isOurs) await openAgain(tx, [line]);
    await updateLines(tx, [line], {
      ...undecided,
      receivedQuantity: 1,
      receivedAt: by.now,
      match,
      missingParts,
      receivedCode: '',
      ...(isOurs && isOpenLine(line) && { settledAt: by.now, endedAs: 'by-hand' as const }),
    });
    await recordReturnEvent(tx, row.id, { kind: 'received', detail: line.unit ?? '' }, by);
    await arriveInCase(tx, deps, row, by);
    if (isOurs) await closeIfEnded(tx, row.id, by.now);
    return row.number;
  };
}

/** True for a device that came back with this case. */
const isHere = ({ line }: LineRow): boolean =>
  line.settledAt === null && (line.match === 'same' || line.match === 'unreadable');

const invalidLine = (message: string) =>
  new Problem('VALIDATION_ERROR', message, { errors: [{ field: 'line', message }] });

function lineOf({ lines }: LockedReturn, id: string): LineRow {
  const line = lines.find((row) => row.line.id === id);
  if (!line) throw invalidLine('This line is not in the return.');
  if (!canArrive(line)) throw new Problem('RETURN_STATE', `${line.unit ?? line.name} was settled before.`);
  return line;
}

/** Opens lines of a case that had ended without its parcel. */
async function openAgain(tx: Tx, lines: readonly LineRow[]): Promise<void> {
  const ended = lines.filter((line) => !isOpenLine(line));
  if (ended.length === 0) return;
  const ids = ended.flatMap(({ line }) => line.bindingId ?? []);
  const [other] = await tx
    .select({ number: returns.number })
    .from(returnLines)
    .innerJoin(returns, eq(returns.id, returnLines.returnId))
    .where(and(inArray(returnLines.bindingId, ids), isNull(returnLines.settledAt)));
  if (other) {
    throw new Problem('RETURN_OPEN', `It is in return ${other.number} now.`, {
      details: { return: other.number },
    });
  }
  await reopenLines(tx, ended);
}

/** Moves a case to `received` with its first arrival. */
async function arriveInCase(
  tx: Tx,
  deps: Pick<Deps, 'jobs'>,
  { id, state, answerBy: promised }: ReturnRow,
  { now }: { now: Date },
): Promise<void> {
  if (state === 'received') return;
  const { answerDays } = await readReturnSettings(tx);
  // The time to answer began with the delivery, if the carrier reported one.
  const isPromised = state === 'sent' && promised !== null;
  const answerBy = isPromised ? promised : answerDay(now, answerDays, await readTimeZone(tx));
  await updateReturn(tx, id, { state: 'received', receivedAt: now, answerBy, closedAt: null }, now);
  await queueStepMail(tx, deps, id, 'received', now);
}

/** Closes a case whose last line has an end; returns true if it did. */
export async function closeIfEnded(tx: Tx, id: string, now: Date): Promise<boolean> {
  const lines = await readReturnLines(tx, [id]);
  if (lines.some(isOpenLine)) return false;
  await updateReturn(tx, id, { state: 'closed', closedAt: now, answerBy: null }, now);
  return true;
}
