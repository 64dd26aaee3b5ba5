import { afterAll, onTestFinished, TestRunner } from 'vitest';

/**
 * Cleans up when the test ends, or outside of one when its file does. Vitest does not run an `afterAll` that a running
 * test adds.
 */
export function afterwards(cleanUp: () => unknown): void {
  const add = TestRunner.getCurrentTest() ? onTestFinished : afterAll;
  add(async () => {
    await cleanUp();
  });
}
