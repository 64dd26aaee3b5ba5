import { setImmediate as nextTurn } from 'node:timers/promises';
import fc, { type Scheduler } from 'fast-check';
import type { Db } from '../../server/src/platform/database/database.ts';
import { asSomebodyElse, countWaiting, watch } from './statements.ts';

/** Turns of the process after which whoever had an answer has sent, or wants to send, the next statement. */
const turnsToGoOn = 4;

/**
 * Work whose statements reach the database in an order that fast-check draws. Each waits before it is sent, one is let
 * go at a time, and the next one only when that one was answered or stands behind a lock: who holds the lock waits
 * here and will be drawn.
 */
export function statementSchedule(db: Db) {
  let sent = 0;
  let underWay = 0;
  const settled = async () => {
    for (;;) {
      for (let turn = 0; turn < turnsToGoOn; turn++) await nextTurn();
      if (underWay === 0 || underWay <= (await countWaiting(db))) return;
    }
  };
  return {
    /** How many statements were let go so far. */
    sent: () => sent,
    schedulers: fc.scheduler({
      // Each is let go in the name of somebody who waits; whether it has settled is asked in nobody's.
      act: async (letGo) => {
        await letGo();
        await asSomebodyElse(settled);
      },
    }),
    /** Does the work; what it sends waits for its turn under this name. */
    inTurns: <T>(scheduler: Scheduler, name: string, work: () => Promise<T>): Promise<T> => {
      const before = async ({ text }: { text: string }) => {
        await scheduler.schedule(Promise.resolve(), `${name}: ${text.slice(0, 60)}`);
        sent += 1;
        underWay += 1;
      };
      const answered = () => {
        underWay -= 1;
      };
      return asSomebodyElse(() => watch({ before, answered }, work));
    },
  };
}
