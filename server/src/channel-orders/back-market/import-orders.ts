import { setImmediate } from 'node:timers/promises';
import { maxChannelOrderRows } from '@reprise/contract/channels/channel-orders';
import type { CheckedFile } from '@reprise/contract/checked-import';
import { recordAudit } from '../../audit/record-audit.ts';
import { readEntries, rejectedOf } from '../../imports/checked-import.ts';
import { inTransaction } from '../../platform/database/database.ts';
import type { UploadedFile } from '../../platform/http/endpoint.ts';
import { readTimeZone } from '../../store-days/store-days.ts';
import { outcomeOfSold, type SoldDeps, type SoldOutcome, storeSoldOrder } from '../store-sold-order.ts';
import { backMarketChannel } from './back-market-files.ts';
import { readBackMarketOrders } from './read-orders.ts';

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
  const times = { timeZone: await readTimeZone(deps.db), now: deps.now() };
  const { entries, faults } = await readEntries(file, maxChannelOrderRows, (names, rows) =>
    readBackMarketOrders(names, rows, times),
  );
  const counts = { added: 0, changed: 0, same: 0 };
  for (const sold of entries) {
    const outcome = await (isApplied ? storeSoldOrder : outcomeOfSold)(deps, channel, sold);
    counts[effectOf[outcome]] += 1;
    // Other requests are answered in between.
    await setImmediate();
  }
  if (isApplied) {
    const after = { fileName: file.name.slice(-200), ...counts };
    await inTransaction(deps.db, (tx) =>
      recordAudit(tx, { actorId, action: 'import channel orders', subject: `channel ${id}`, after }),
    );
  }
  return { isApplied, ...counts, ...rejectedOf(faults) };
}
