import { setImmediate } from 'node:timers/promises';
import { maxChannelOrderRows } from '@reprise/contract/channels/channel-orders';
import type { CheckedFile } from '@reprise/contract/checked-import';
import { Problem } from '@reprise/contract/problem';
import { recordAudit } from '../../audit/record-audit.ts';
import type { ChannelRow } from '../../channels/channel-accounts.ts';
import { readEntries, rejectedOf } from '../../imports/checked-import.ts';
import { inTransaction } from '../../platform/database/database.ts';
import type { UploadedFile } from '../../platform/http/endpoint.ts';
import { readTimeZone } from '../../store-days/store-days.ts';
import { outcomeOfSold, type SoldDeps, type SoldOutcome, storeSoldOrder } from '../store-sold-order.ts';
import { backMarketChannel } from './back-market-files.ts';
import { judgeSale } from './check-sale.ts';
import { type FileOrder, readBackMarketOrders } from './read-orders.ts';

const effectOf = {
  placed: 'added',
  cancelled: 'changed',
  known: 'same',
  ignored: 'same',
} as const satisfies Record<SoldOutcome, string>;

/** Says which orders of a file are new or were cancelled, and places or cancels them if `isApplied`. */
export async function importBackMarketOrders(
  deps: SoldDeps,
  id: string,
  { file, isApplied, actorId }: { file: UploadedFile; isApplied: boolean; actorId: string },
): Promise<CheckedFile> {
  const channel = await backMarketChannel(deps, id);
  if (!channel.enabled)
    throw new Problem('VALIDATION_ERROR', 'This channel is off. Switch it on, then import its orders.');
  const times = { timeZone: await readTimeZone(deps.db), now: deps.now() };
  const { entries, faults } = await readEntries(file, maxChannelOrderRows, (names, rows) =>
    readBackMarketOrders(names, rows, times),
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
