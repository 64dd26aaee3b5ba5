import { MutationObserver, QueryObserver } from '@tanstack/react-query';
import { expect, onTestFinished, test } from 'vitest';
import { createAdminQueryClient } from './admin-query-client.ts';

test('a list that was loading while a row was added contains the row', async () => {
  const queries = createAdminQueryClient(() => {});
  const rows = ['first'];
  const firstRead = Promise.withResolvers<void>();
  let reads = 0;
  const list = new QueryObserver(queries, {
    queryKey: ['rows'],
    queryFn: async () => {
      const answer = [...rows];
      reads += 1;
      if (reads === 1) await firstRead.promise;
      return answer;
    },
  });
  const loaded = new Promise<string[]>((resolve) => {
    const unsubscribe = list.subscribe(({ data }) => data && resolve(data));
    onTestFinished(unsubscribe);
  });
  const add = new MutationObserver(queries, {
    mutationFn: async () => rows.push('added'),
    onSuccess: () => void queries.invalidateQueries(),
  });

  await add.mutate();
  firstRead.resolve();

  expect(await loaded).toEqual(['first', 'added']);
});
