import { expect, test } from 'vitest';
import { oneAtATime } from './keyed-mutex.ts';

test('works of one key follow each other, also after a failure; other keys do not wait', async () => {
  const order: string[] = [];
  const gate = Promise.withResolvers<void>();
  const first = oneAtATime('a', async () => {
    await gate.promise;
    order.push('first');
    throw new Error('failed');
  });
  const second = oneAtATime('a', async () => order.push('second'));
  await oneAtATime('b', async () => order.push('other'));
  gate.resolve();
  await expect(first).rejects.toThrow('failed');
  await second;
  expect(order).toEqual(['other', 'first', 'second']);
});
