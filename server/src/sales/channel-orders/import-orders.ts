import { setImmediate } from 'node:timers/promises';
import type { CheckedFile } from '@reprise/contract/foundations/checked-import';
import { Problem } from '@reprise/contract/problem';
import { maxChannelOrderRows } from '@reprise/contract/sales/channel-orders';
import type { SoldOrder } from '@reprise/extension/channel';
import { type FileRow, hasColumns, namedRows } from '@reprise/extension/file-rows';
import { recordAudit } from '../../foundations/audit/record-audit.ts';
import { readTimeZone } from '../../foundations/settings/store-days.ts';
import { type EntryFault, readEntries, rejectedOf } from '../../foundations/spreadsheets/checked-import.ts';
import { unreadable } from '../../foundations/spreadsheets/file-text.ts';
import { inTransaction } from '../../platform/database/database.ts';
import type { UploadedFile } from '../../platform/http/endpoint.ts';
import { loadFileChannel } from '../../platform/shipped-extensions.ts';
import type { ChannelRow } from '../channels/channel-accounts.ts';
import { judgeSale } from './check-sale.ts';
import { findFileChannel } from './file-channels.ts';
import { outcomeOfSold, type SoldDeps, type SoldOutcome, storeSoldOrder } from './store-sold-order.ts';

/** Order of a file with the first of its rows. */
type FileOrder = { row: number; sold: SoldOrder };

/** Reads an order export, a row for each order line. Throws VALIDATION_ERROR for another file. */
async function readOrders(
  names: string[],
  rows: FileRow[],
  times: { timeZone: string; now: Date },
): Promise<{ entries: FileOrder[]; faults: EntryFault[] }> {
  const { name, orders } = await loadFileChannel();
  const missing = orders.required.filter((column) => !hasColumns(names, [column]));
  if (missing.length > 0)
    throw unreadable(
      `This is no order export of ${name}: it has no column ${missing.join(', ')}. ${orders.hint}`,
    );
  const entries: FileOrder[] = [];
  const faults: EntryFault[] = [];
  for (const [id, group] of Map.groupBy(namedRows(names, rows), (row) => row.cell(orders.idColumn))) {
    const read = orders.read(id, group, times);
    const row = group[0]?.number ?? 0;
    if (typeof read === 'string') faults.push({ row, subject: id, message: read });
    else entries.push({ row, sold: read });
  }
  return { entries, faults };
}

const effectOf = {
  placed: 'added',
  cancelled: 'changed',
  known: 'same',
  ignored: 'same',
} as const satisfies Record<SoldOutcome, string>;

/** Says which orders of a file are new or were cancelled, and places or cancels them if `isApplied`. */
export async function importChannelOrders(
  deps: SoldDeps,
  id: string,
  { file, isApplied, actorId }: { file: UploadedFile; isApplied: boolean; actorId: string },
): Promise<CheckedFile> {
  const channel = await findFileChannel(deps, id);
  if (!channel.enabled)
    throw new Problem('VALIDATION_ERROR', 'This channel is off. Switch it on, then import its orders.');
  const times = { timeZone: await readTimeZone(deps.db), now: deps.now() };
  const { entries, faults } = await readEntries(file, maxChannelOrderRows, (names, rows) =>
    readOrders(names, rows, times),
  );
  const counts = { added: 0, changed: 0, same: 0, toCheck: 0 };
  for (const { row, sold } of entries) {
    const effect = await takeSale(deps, channel, sold, isApplied);
    if (typeof effect !== 'string') faults.push({ row, subject: sold.id, message: effect.rejectionReason });
    else counts[effect] += 1;
    // Other requests are answered in between.
    await setImmediate();
  }
  if (isApplied) {
    const after = { fileName: file.name.slice(-200), ...counts };
    await inTransaction(deps.db, (tx) =>
      recordAudit(tx, { actorId, action: 'import channel orders', subject: `channel ${id}`, after }),
    );
  }
  return { isApplied, ...counts, ...rejectedOf(faults.sort((one, other) => one.row - other.row)) };
}

type Effect = 'added' | 'changed' | 'same' | 'toCheck';

/** Returns the effect of an order, which is stored if `isApplied`, or why it is refused. */
async function takeSale(
  deps: SoldDeps,
  channel: ChannelRow,
  sold: FileOrder['sold'],
  isApplied: boolean,
): Promise<Effect | { rejectionReason: string }> {
  const expected = await outcomeOfSold(deps, channel, sold);
  if (expected !== 'placed')
    return effectOf[isApplied ? await storeSoldOrder(deps, channel, sold) : expected];
  const verdict = await judgeSale(deps.db, channel, sold);
  if ('rejectionReason' in verdict) return verdict;
  const outcome = isApplied ? await storeSoldOrder(deps, channel, sold, verdict.checkReason) : expected;
  return outcome === 'placed' && verdict.checkReason !== '' ? 'toCheck' : effectOf[outcome];
}
