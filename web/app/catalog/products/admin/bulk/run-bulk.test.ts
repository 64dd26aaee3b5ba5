import type { BulkRow } from '@reprise/contract/catalog/products/products-admin';
import { Problem } from '@reprise/contract/problem';
import { expect, test } from 'vitest';
import { countOutcomes, runBulk } from './run-bulk.ts';

const ids = Array.from({ length: 250 }, (_, index) => `p${index}`);
const rowOf = (id: string): BulkRow => ({
  id,
  name: id,
  outcome: id === 'p7' ? 'refused' : 'changed',
  reason: '',
  before: {},
  after: {},
  version: 1,
});

function run(send: (batch: string[]) => Promise<BulkRow[]>, isStopped = () => false) {
  const batchSizes: number[] = [];
  const pauses: number[] = [];
  const done = runBulk({
    ids,
    send,
    onProgress: ({ rows }) => batchSizes.push(rows.length),
    isStopped,
    wait: async (seconds) => void pauses.push(seconds),
  });
  return { done, batchSizes, pauses };
}

test('processes products in batches of 100 and collects the results', async () => {
  const { done, batchSizes } = run(async (batch) => batch.map(rowOf));
  const { rows, notSent } = await done;
  expect(batchSizes).toEqual([100, 200, 250]);
  expect([countOutcomes(rows), notSent]).toEqual([{ changed: 249, unchanged: 0, refused: 1 }, []]);
});

test('a batch without a response is not retried and is reported as unknown', async () => {
  const sent: string[][] = [];
  const { done } = run(async (batch) => {
    sent.push(batch);
    if (sent.length === 2) throw new TypeError('Failed to fetch');
    return batch.map(rowOf);
  });
  const { rows, unknown, notSent } = await done;
  expect([sent.length, rows.length, unknown[0], unknown.length, notSent.length]).toEqual([
    2,
    100,
    'p100',
    100,
    50,
  ]);
});

test('a rejected batch stays to be done', async () => {
  const { done } = run(async () => {
    throw new Problem('VALIDATION_ERROR', 'Invalid category selected');
  });
  const { unknown, notSent } = await done;
  expect([unknown.length, notSent.length]).toEqual([0, 250]);
});

test('waits on Retry-After and stops between batches', async () => {
  let calls = 0;
  const { done, pauses } = run(
    async (batch) => {
      calls++;
      if (calls === 1) throw new Problem('RATE_LIMITED', 'Later', { retryAfterSeconds: 3 });
      return batch.map(rowOf);
    },
    () => calls >= 2,
  );
  const { rows, notSent } = await done;
  expect([pauses, rows.length, notSent.length]).toEqual([[3], 100, 150]);
});
