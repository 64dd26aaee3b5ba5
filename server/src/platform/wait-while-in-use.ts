import { setTimeout as pause } from 'node:timers/promises';
import { secondMs } from './time.ts';

/** Time that a start waits for a process that was killed or is stopping. */
export const maxInUseWaitMs = 10 * secondMs;

const retryMs = 100;

type Wait = {
  isInUse: (error: unknown) => boolean;
  /** 0 tries once. */
  waitMs: number;
  /** Called once, before the first wait. */
  onWait?: (error: Error) => void;
};

/** Repeats `take` while it throws an error of something in use, for at most `waitMs`; then throws that error. */
export async function waitWhileInUse<T>(
  take: () => Promise<T>,
  { isInUse, waitMs, onWait }: Wait,
): Promise<T> {
  const deadline = performance.now() + waitMs;
  for (let tries = 0; ; tries++) {
    try {
      return await take();
    } catch (error) {
      if (!isInUse(error) || performance.now() >= deadline) throw error;
      if (tries === 0) onWait?.(error as Error);
      await pause(retryMs);
    }
  }
}
