import { expect, test } from 'vitest';
import { runExclusively } from './keyed-mutex.ts';

test('runs tasks of one key in order, also after a failure, without delaying others', async () => {
  const order: string[] = [];
  const gate = Promise.withResolvers<void>();
  const first = runExclusively('a', async () => {
    await gate.promise;
    order.push('first');
    throw new Error('failed');
  });
  const second = runExclusively('a', async () => order.push('second'));
  await runExclusively('b', async () => order.push('other'));
  gate.resolve();
  await expect(first).rejects.toThrow('failed');
  await second;
  expect(order).toEqual(['other', 'first', 'second']);
});
