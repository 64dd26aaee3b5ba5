import { describe, expect, test } from 'vitest';
import type { ComputedResponse } from './cached-response.ts';
import type { InvalidationSubscriber } from './outage-fallback.ts';
import { createResponseCache } from './response-cache.ts';

function open(options: { maxBytes?: number; subscriber?: InvalidationSubscriber } = {}) {
  const clock = { now: 0 };
  const failures: unknown[] = [];
  const cache = createResponseCache({
    maxBytes: 10_000_000,
    now: () => clock.now,
    onRefreshFailed: (error) => failures.push(error),
    ...options,
  });
  return { clock, failures, ...cache };
}

const responseOf = (text: string, strict: string[] = [], eventual: string[] = []): ComputedResponse => ({
  status: 200,
  headers: {},
  body: Buffer.from(text),
  dependencies: { strict: new Set(strict), eventual: new Set(eventual), isComplete: true },
});

const computing =
  (text: string, ...tags: [strict?: string[], eventual?: string[]]) =>
  async () =>
    responseOf(text, ...tags);

const textOf = async (response: Promise<{ body: Buffer }>) => (await response).body.toString();

/** A computation that waits until the test calls `finish`. */
function gated(...tags: [strict?: string[], eventual?: string[]]) {
  const gate = Promise.withResolvers<string>();
  let started = 0;
  return {
    finish: gate.resolve,
    started: () => started,
    compute: async () => {
      started++;
      return responseOf(await gate.promise, ...tags);
    },
  };
}

const nextTick = () => new Promise((resolve) => setImmediate(resolve));

test('a response is computed once, then served from the cache', async () => {
  const { getOrCompute, stats } = open();
  expect(await textOf(getOrCompute('a', computing('first')))).toBe('first');
  expect(await textOf(getOrCompute('a', computing('second')))).toBe('first');
  expect(stats()).toMatchObject({ hits: 1, misses: 1, entries: 1 });
});

test('a response is computed once for concurrent requests', async () => {
  const { getOrCompute } = open();
  const { compute, finish, started } = gated();
  const waiting = [getOrCompute('a', compute), getOrCompute('a', compute), getOrCompute('a', compute)];
  await nextTick();
  finish('one for all');
  expect(await Promise.all(waiting.map(textOf))).toEqual(['one for all', 'one for all', 'one for all']);
  expect(started()).toBe(1);
});

test('a failure reaches all concurrent requests and is not cached', async () => {
  const { getOrCompute } = open();
  const fail = async () => {
    throw new Error('no');
  };
  const outcomes = await Promise.allSettled([getOrCompute('a', fail), getOrCompute('a', fail)]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await textOf(getOrCompute('a', computing('yes')))).toBe('yes');
});

test.each([
  ['a 404', { status: 404 }],
  [
    'a response with data that has no tags',
    { dependencies: { strict: new Set<string>(), eventual: new Set<string>(), isComplete: false } },
  ],
])('%s is not cached', async (_case, part) => {
  const { getOrCompute, stats } = open();
  await getOrCompute('a', async () => ({ ...responseOf('x'), ...part }));
  expect(stats().entries).toBe(0);
});

describe('an invalidation', () => {
  test('drops exactly the entries with its tag', async () => {
    const { getOrCompute, invalidate } = open();
    await getOrCompute('phone', computing('old phone', ['product:1']));
    await getOrCompute('watch', computing('old watch', ['product:2']));
    invalidate(['product:1']);
    expect(await textOf(getOrCompute('phone', computing('new phone', ['product:1'])))).toBe('new phone');
    expect(await textOf(getOrCompute('watch', computing('new watch', ['product:2'])))).toBe('old watch');
  });

  test('leaves an eventual tag one second, which a second one does not extend', async () => {
    const { getOrCompute, invalidate, clock } = open();
    await getOrCompute('list', computing('5 left', ['products'], ['stock:1']));
    clock.now = 5000;
    invalidate(['stock:1']);
    clock.now = 5900;
    invalidate(['stock:1']);
    expect(await textOf(getOrCompute('list', computing('4 left')))).toBe('5 left');
    clock.now = 6000;
    expect(await textOf(getOrCompute('list', computing('3 left')))).toBe('3 left');
  });

  test('during a computation leaves the old response to earlier requests, uncached', async () => {
    const { getOrCompute, invalidate } = open();
    const old = gated(['product:1']);
    const before = getOrCompute('a', old.compute);
    await nextTick();
    invalidate(['product:1']);
    const after = getOrCompute('a', computing('new', ['product:1']));
    await nextTick();
    old.finish('old');
    expect(await textOf(before)).toBe('old');
    expect(await textOf(after)).toBe('new');
    expect(await textOf(getOrCompute('a', computing('newer', ['product:1'])))).toBe('new');
  });

  test('of another tag during a computation changes nothing', async () => {
    const { getOrCompute, invalidate } = open();
    const { compute, finish, started } = gated(['product:1']);
    const waiting = getOrCompute('a', compute);
    await nextTick();
    invalidate(['product:2']);
    const joined = getOrCompute('a', compute);
    finish('one');
    expect(await Promise.all([textOf(waiting), textOf(joined)])).toEqual(['one', 'one']);
    expect(started()).toBe(1);
    expect(await textOf(getOrCompute('a', computing('two')))).toBe('one');
  });

  test('of an eventual tag during a computation caches for the rest of the second', async () => {
    const { getOrCompute, invalidate, clock } = open();
    const { compute, finish } = gated([], ['stock:1']);
    const waiting = getOrCompute('a', compute);
    await nextTick();
    invalidate(['stock:1']);
    clock.now = 400;
    finish('5 left');
    await waiting;
    clock.now = 999;
    expect(await textOf(getOrCompute('a', computing('4 left')))).toBe('5 left');
    clock.now = 1000;
    expect(await textOf(getOrCompute('a', computing('4 left')))).toBe('4 left');
  });

  test('supersedes every computation of data without tags', async () => {
    const { getOrCompute, invalidate } = open();
    const gate = Promise.withResolvers<void>();
    const before = getOrCompute('a', async () => {
      await gate.promise;
      return {
        ...responseOf('old'),
        status: 404,
        dependencies: { strict: new Set(), eventual: new Set(), isComplete: false },
      };
    });
    await nextTick();
    invalidate(['anything']);
    const after = getOrCompute('a', computing('new'));
    gate.resolve();
    expect(await textOf(before)).toBe('old');
    expect(await textOf(after)).toBe('new');
  });

  test('never starves requests while writes keep arriving', async () => {
    const { getOrCompute, invalidate } = open();
    let started = 0;
    const compute = async () => {
      started++;
      invalidate(['product:1']);
      return responseOf(`try ${started}`, ['product:1']);
    };
    const first = getOrCompute('a', compute);
    await null;
    const second = getOrCompute('a', compute);
    expect(await textOf(first)).toBe('try 1');
    expect(['try 1', 'try 2']).toContain(await textOf(second));
  });
});

test('clearing also supersedes computations in flight', async () => {
  const { getOrCompute, clear, stats } = open();
  await getOrCompute('cached', computing('x'));
  const { compute, finish } = gated();
  const waiting = getOrCompute('a', compute);
  await nextTick();
  clear();
  finish('old');
  await waiting;
  expect(stats().entries).toBe(0);
});

describe('age', () => {
  const minute = 60_000;

  test('a stale response is served while it is refreshed', async () => {
    const { getOrCompute, clock } = open();
    await getOrCompute('a', computing('today'));
    clock.now = minute;
    expect(await textOf(getOrCompute('a', computing('tomorrow')))).toBe('today');
    await nextTick();
    expect(await textOf(getOrCompute('a', computing('never requested')))).toBe('tomorrow');
  });

  test('an invalidated response is never served as stale', async () => {
    const { getOrCompute, invalidate, clock } = open();
    await getOrCompute('a', computing('old', ['t']));
    clock.now = minute;
    invalidate(['t']);
    expect(await textOf(getOrCompute('a', computing('new', ['t'])))).toBe('new');
  });

  test('a response that is too old is computed before it is served', async () => {
    const { getOrCompute, clock } = open();
    await getOrCompute('a', computing('long ago'));
    clock.now = 12 * minute;
    expect(await textOf(getOrCompute('a', computing('now')))).toBe('now');
  });

  test('a failed refresh leaves the stale response and is reported', async () => {
    const { getOrCompute, clock, failures } = open();
    await getOrCompute('a', computing('old'));
    clock.now = minute;
    const fail = async () => {
      throw new Error('no');
    };
    expect(await textOf(getOrCompute('a', fail))).toBe('old');
    await nextTick();
    expect(failures).toHaveLength(1);
    expect(await textOf(getOrCompute('a', computing('new')))).toBe('old');
  });
});

test('a flood of keys requested once evicts none that was requested twice', async () => {
  const { getOrCompute, find, stats } = open({ maxBytes: 200_000 });
  const busy = Array.from({ length: 20 }, (_, index) => `busy ${index}`);
  for (const key of [...busy, ...busy]) await getOrCompute(key, computing(key));
  for (let count = 0; count < 1000; count++) await getOrCompute(`once ${count}`, computing('x'));
  expect(busy.filter((key) => find(key))).toEqual(busy);
  expect(stats().bytes).toBeLessThanOrEqual(200_000);
});

test('a rejected miss is not computed, while a cached response needs no admission', async () => {
  const { getOrCompute } = open();
  const reject = async () => {
    throw new Error('too many');
  };
  await expect(getOrCompute('a', computing('computed'), reject)).rejects.toThrow('too many');
  await getOrCompute('a', computing('computed'));
  expect(await textOf(getOrCompute('a', computing('again'), reject))).toBe('computed');
});

test('the least recently used entry is evicted when the memory limit is reached', async () => {
  const { getOrCompute, stats } = open({ maxBytes: 100_000 });
  const page = 'x'.repeat(10_000);
  for (let index = 0; index < 50; index++) {
    await getOrCompute(`page ${index}`, computing(page, [`product:${index}`]));
    await getOrCompute('page 0', computing('recomputed'));
  }
  expect(stats().bytes).toBeLessThanOrEqual(100_000);
  expect(await textOf(getOrCompute('page 0', computing('recomputed')))).toBe(page);
  expect(await textOf(getOrCompute('page 1', computing('recomputed')))).toBe('recomputed');
});

test('an out-of-sync cache is bypassed, and each request computes its own response', async () => {
  let isInSync = true;
  const subscriber = { isInSync: () => isInSync, sync: async () => isInSync, outOfSyncForMs: () => 0 };
  const { getOrCompute, find, stats } = open({ subscriber });
  await getOrCompute('a', computing('cached'));
  isInSync = false;
  expect(find('a')).toBeUndefined();
  expect(await textOf(getOrCompute('a', computing('truth')))).toBe('truth');
  expect(stats().bypassed).toBe(1);
  isInSync = true;
  expect(await textOf(getOrCompute('a', computing('truth')))).toBe('cached');
});

test('a request to an out-of-sync cache waits for one poll, not for a computation', async () => {
  let isInSync = true;
  const subscriber = {
    isInSync: () => isInSync,
    sync: async () => {
      isInSync = true;
      return true;
    },
    outOfSyncForMs: () => 0,
  };
  const { getOrCompute } = open({ subscriber });
  await getOrCompute('a', computing('cached'));
  isInSync = false;
  expect(await textOf(getOrCompute('a', computing('recomputed')))).toBe('cached');
});

describe('while the database is unreachable', () => {
  const minute = 60_000;
  const away = async (): Promise<ComputedResponse> => {
    throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  };

  function openWithOutage() {
    let lastInSyncAt: number | undefined;
    let polls = 0;
    const subscriber: InvalidationSubscriber = {
      isInSync: () => lastInSyncAt === undefined,
      sync: async () => {
        polls++;
        return lastInSyncAt === undefined;
      },
      outOfSyncForMs: () => cache.clock.now - (lastInSyncAt ?? cache.clock.now),
    };
    const cache = open({ subscriber });
    return {
      ...cache,
      polls: () => polls,
      loseDatabase: () => {
        lastInSyncAt = cache.clock.now;
      },
      findDatabase: () => {
        lastInSyncAt = undefined;
      },
    };
  }

  test('a cached response is read, however old, for up to an hour', async () => {
    const { getOrCompute, clock, loseDatabase } = openWithOutage();
    await getOrCompute('a', computing('cached'));
    loseDatabase();
    clock.now = 59 * minute;
    expect(await textOf(getOrCompute('a', away))).toBe('cached');
    clock.now = 61 * minute;
    await expect(getOrCompute('a', away)).rejects.toThrow('ECONNREFUSED');
  });

  test('a page with status 503 is replaced by the cached one', async () => {
    const { getOrCompute, loseDatabase } = openWithOutage();
    await getOrCompute('a', computing('cached'));
    loseDatabase();
    const dependencies = { ...responseOf('').dependencies, isComplete: false, isDatabaseAway: true };
    const unavailable = async () => ({ ...responseOf('unavailable'), status: 503, dependencies });
    expect(await textOf(getOrCompute('a', unavailable))).toBe('cached');
    expect(await textOf(getOrCompute('b', unavailable))).toBe('unavailable');
  });

  test('a request fails when its response was never cached or is invalidated', async () => {
    const { getOrCompute, invalidate, clock, loseDatabase } = openWithOutage();
    await getOrCompute('phone', computing('old phone', ['product:1']));
    await getOrCompute('list', computing('5 left', [], ['stock:1']));
    invalidate(['product:1', 'stock:1']);
    clock.now = 2000;
    loseDatabase();
    for (const key of ['phone', 'list', 'other']) await expect(getOrCompute(key, away)).rejects.toThrow();
  });

  test('a request fails when its response was too old before the outage', async () => {
    const { getOrCompute, clock, loseDatabase } = openWithOutage();
    await getOrCompute('a', computing('cached'));
    clock.now = 12 * minute;
    loseDatabase();
    await expect(getOrCompute('a', away)).rejects.toThrow('ECONNREFUSED');
  });

  test.each([
    ['a deadlock', Object.assign(new Error('deadlock'), { code: '40P01' })],
    ['an error in the code', new Error('bug')],
  ])('%s is not hidden by the cached response', async (_case, error) => {
    const { getOrCompute, loseDatabase } = openWithOutage();
    await getOrCompute('a', computing('cached'));
    loseDatabase();
    await expect(getOrCompute('a', () => Promise.reject(error))).rejects.toBe(error);
  });

  test('one request per second probes the database, the others get a response at once', async () => {
    const { getOrCompute, clock, loseDatabase, polls } = openWithOutage();
    for (const key of ['a', 'b']) await getOrCompute(key, computing('cached'));
    loseDatabase();
    let computations = 0;
    const compute = () => {
      computations++;
      return away();
    };
    const flood = () =>
      Promise.all(Array.from({ length: 100 }, (_, index) => getOrCompute(index % 2 ? 'a' : 'b', compute)));
    await flood();
    expect(computations).toBe(1);
    const pollsBefore = polls();
    clock.now += 999;
    await flood();
    expect([computations, polls()]).toEqual([1, pollsBefore]);
    clock.now += 1;
    await flood();
    expect(computations).toBe(2);
  });

  test('the database is used as soon as it responds', async () => {
    const { getOrCompute, invalidate, clock, loseDatabase, findDatabase } = openWithOutage();
    await getOrCompute('a', computing('cached', ['product:1']));
    loseDatabase();
    expect(await textOf(getOrCompute('a', away))).toBe('cached');
    clock.now += 1000;
    expect(await textOf(getOrCompute('a', computing('truth')))).toBe('truth');
    findDatabase();
    invalidate(['product:1']);
    expect(await textOf(getOrCompute('a', computing('changed')))).toBe('changed');
  });
});

test('each encoding is compressed once', async () => {
  const { getOrCompute, bodyOf } = open();
  const page = await getOrCompute('a', computing('<p>hello</p>'.repeat(500)));
  for (const encoding of ['br', 'gzip'] as const) {
    const body = await bodyOf(page, encoding);
    expect(body.length).toBeLessThan(page.body.length / 10);
    expect(await bodyOf(page, encoding)).toBe(body);
  }
});
