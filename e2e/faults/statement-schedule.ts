import { setImmediate as nextTurn } from 'node:timers/promises';
import fc, { type Scheduler } from 'fast-check';
import type { Db } from '../../server/src/platform/database/database.ts';
import { asAnotherActor, countWaiting, watch } from './statements.ts';

/**
 * Event-loop ticks after which every action that got a result has sent its next statement or waits to send it.
 */
const maxTurnsToNextStatement = 4;

/**
 * Runs work whose statements reach the database in an order that fast-check draws. A statement is released when the
 * one before has ended or waits for a lock; the owner of that lock waits here and is drawn later.
 */
export function statementSchedule(db: Db) {
  let sent = 0;
  let underWay = 0;
  const settled = async () => {
    for (;;) {
      for (let turn = 0; turn < maxTurnsToNextStatement; turn++) await nextTurn();
      if (underWay === 0 || underWay <= (await countWaiting(db))) return;
    }
  };
  return {
    /** Returns the number of statements released. */
    sent: () => sent,
    schedulers: fc.scheduler({
      // Releases run in the context of the waiting action; the check for completion runs outside of it.
      act: async (release) => {
        await release();
        await asAnotherActor(settled);
      },
    }),
    /** Runs the work; its statements wait for their turn under this name. */
    inTurns: <T>(scheduler: Scheduler, name: string, work: () => Promise<T>): Promise<T> => {
      const before = async ({ text }: { text: string }) => {
        await scheduler.schedule(Promise.resolve(), `${name}: ${text.slice(0, 60)}`);
        sent += 1;
        underWay += 1;
      };
      const answered = () => {
        underWay -= 1;
      };
      return asAnotherActor(() => watch({ before, answered }, work));
    },
  };
}
