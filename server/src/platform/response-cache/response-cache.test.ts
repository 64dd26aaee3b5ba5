import { describe, expect, test } from 'vitest';
import { type ComputedResponse, createResponseCache, type InvalidationSubscriber } from './response-cache.ts';

function open(options: { maxBytes?: number; follower?: InvalidationSubscriber } = {}) {
  const clock = { now: 0 };
  const failures: unknown[] = [];
  const kept = createResponseCache({
    maxBytes: 10_000_000,
    now: () => clock.now,
    onRefreshFailed: (error) => failures.push(error),
    ...options,
  });
  return { clock, failures, ...kept };
}

const made = (text: string, exact: string[] = [], lagging: string[] = []): ComputedResponse => ({
  status: 200,
  headers: {},
  body: Buffer.from(text),
  shown: { exact: new Set(exact), lagging: new Set(lagging), known: true },
});

const saying =
  (text: string, ...tags: [exact?: string[], lagging?: string[]]) =>
  async () =>
    made(text, ...tags);

const textOf = async (answer: Promise<{ body: Buffer }>) => (await answer).body.toString();

/** A making that goes on only when the test says so. */
function held(...tags: [exact?: string[], lagging?: string[]]) {
  const gate = Promise.withResolvers<string>();
  let begun = 0;
  return {
    finish: gate.resolve,
    begun: () => begun,
    make: async () => {
      begun++;
      return made(await gate.promise, ...tags);
    },
  };
}

const soon = () => new Promise((resolve) => setImmediate(resolve));

test('is made once, then handed out', async () => {
  const { answer, figures } = open();
  expect(await textOf(answer('a', saying('first')))).toBe('first');
  expect(await textOf(answer('a', saying('second')))).toBe('first');
  expect(figures()).toMatchObject({ hits: 1, misses: 1, answers: 1 });
});

test('is made once for all who wait for it', async () => {
  const { answer } = open();
  const { make, finish, begun } = held();
  const waiting = [answer('a', make), answer('a', make), answer('a', make)];
  await soon();
  finish('one for all');
  expect(await Promise.all(waiting.map(textOf))).toEqual(['one for all', 'one for all', 'one for all']);
  expect(begun()).toBe(1);
});

test('a failure reaches all who wait, and nothing of it is kept', async () => {
  const { answer } = open();
  const fail = async () => {
    throw new Error('no');
  };
  const outcomes = await Promise.allSettled([answer('a', fail), answer('a', fail)]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await textOf(answer('a', saying('yes')))).toBe('yes');
});

test.each([
  ['a refusal', { status: 404 }],
  [
    'what is not known by tags',
    { shown: { exact: new Set<string>(), lagging: new Set<string>(), known: false } },
  ],
])('%s is not kept', async (_what, part) => {
  const { answer, figures } = open();
  await answer('a', async () => ({ ...made('x'), ...part }));
  expect(figures().answers).toBe(0);
});

describe('a bump', () => {
  test('makes it forget exactly what shows the tag', async () => {
    const { answer, bump } = open();
    await answer('phone', saying('old phone', ['product:1']));
    await answer('watch', saying('old watch', ['product:2']));
    bump(['product:1']);
    expect(await textOf(answer('phone', saying('new phone', ['product:1'])))).toBe('new phone');
    expect(await textOf(answer('watch', saying('new watch', ['product:2'])))).toBe('old watch');
  });

  test('gives a count a second, and no more for being sold again', async () => {
    const { answer, bump, clock } = open();
    await answer('list', saying('5 left', ['products'], ['stock:1']));
    clock.now = 5000;
    bump(['stock:1']);
    clock.now = 5900;
    bump(['stock:1']);
    expect(await textOf(answer('list', saying('4 left')))).toBe('5 left');
    clock.now = 6000;
    expect(await textOf(answer('list', saying('3 left')))).toBe('3 left');
  });

  test('while it is made: the old page goes to those who asked before, and is never kept', async () => {
    const { answer, bump } = open();
    const old = held(['product:1']);
    const before = answer('a', old.make);
    await soon();
    bump(['product:1']);
    const after = answer('a', saying('new', ['product:1']));
    await soon();
    old.finish('old');
    expect(await textOf(before)).toBe('old');
    expect(await textOf(after)).toBe('new');
    expect(await textOf(answer('a', saying('newer', ['product:1'])))).toBe('new');
  });

  test('of something else while it is made changes nothing', async () => {
    const { answer, bump } = open();
    const { make, finish, begun } = held(['product:1']);
    const waiting = answer('a', make);
    await soon();
    bump(['product:2']);
    const joined = answer('a', make);
    finish('one');
    expect(await Promise.all([textOf(waiting), textOf(joined)])).toEqual(['one', 'one']);
    expect(begun()).toBe(1);
    expect(await textOf(answer('a', saying('two')))).toBe('one');
  });

  test('of a count while it is made: kept for the rest of the second', async () => {
    const { answer, bump, clock } = open();
    const { make, finish } = held([], ['stock:1']);
    const waiting = answer('a', make);
    await soon();
    bump(['stock:1']);
    clock.now = 400;
    finish('5 left');
    await waiting;
    clock.now = 999;
    expect(await textOf(answer('a', saying('4 left')))).toBe('5 left');
    clock.now = 1000;
    expect(await textOf(answer('a', saying('4 left')))).toBe('4 left');
  });

  test('overtakes whatever is made of what is not known by tags', async () => {
    const { answer, bump } = open();
    const gate = Promise.withResolvers<void>();
    const before = answer('a', async () => {
      await gate.promise;
      return { ...made('old'), status: 404, shown: { exact: new Set(), lagging: new Set(), known: false } };
    });
    await soon();
    bump(['anything']);
    const after = answer('a', saying('new'));
    gate.resolve();
    expect(await textOf(before)).toBe('old');
    expect(await textOf(after)).toBe('new');
  });

  test('never lets those starve who wait while writes keep coming', async () => {
    const { answer, bump } = open();
    let begun = 0;
    const make = async () => {
      begun++;
      bump(['product:1']);
      return made(`try ${begun}`, ['product:1']);
    };
    const first = answer('a', make);
    await null;
    const second = answer('a', make);
    expect(await textOf(first)).toBe('try 1');
    expect(['try 1', 'try 2']).toContain(await textOf(second));
  });
});

test('forgetting everything also overtakes what is under way', async () => {
  const { answer, forgetAll, figures } = open();
  await answer('kept', saying('x'));
  const { make, finish } = held();
  const waiting = answer('a', make);
  await soon();
  forgetAll();
  finish('old');
  await waiting;
  expect(figures().answers).toBe(0);
});

describe('age', () => {
  const minute = 60_000;

  test('what nobody changed is handed out while it is made anew', async () => {
    const { answer, clock } = open();
    await answer('a', saying('today'));
    clock.now = minute;
    expect(await textOf(answer('a', saying('tomorrow')))).toBe('today');
    await soon();
    expect(await textOf(answer('a', saying('never asked for')))).toBe('tomorrow');
  });

  test('but not what was bumped, however little time has passed', async () => {
    const { answer, bump, clock } = open();
    await answer('a', saying('old', ['t']));
    clock.now = minute;
    bump(['t']);
    expect(await textOf(answer('a', saying('new', ['t'])))).toBe('new');
  });

  test('nor what nobody has asked for in a long time', async () => {
    const { answer, clock } = open();
    await answer('a', saying('long ago'));
    clock.now = 12 * minute;
    expect(await textOf(answer('a', saying('now')))).toBe('now');
  });

  test('where it cannot be made anew the old one stays, and somebody is told', async () => {
    const { answer, clock, failures } = open();
    await answer('a', saying('old'));
    clock.now = minute;
    const fail = async () => {
      throw new Error('no');
    };
    expect(await textOf(answer('a', fail))).toBe('old');
    await soon();
    expect(failures).toHaveLength(1);
    expect(await textOf(answer('a', saying('new')))).toBe('old');
  });
});

test('a flood of keys asked for once evicts none that was asked for twice', async () => {
  const { answer, find, figures } = open({ maxBytes: 200_000 });
  const busy = Array.from({ length: 20 }, (_, index) => `busy ${index}`);
  for (const key of [...busy, ...busy]) await answer(key, saying(key));
  for (let count = 0; count < 1000; count++) await answer(`once ${count}`, saying('x'));
  expect(busy.filter((key) => find(key))).toEqual(busy);
  expect(figures().bytes).toBeLessThanOrEqual(200_000);
});

test('what may not be made is refused, and what is kept is handed out all the same', async () => {
  const { answer } = open();
  const refuse = async () => {
    throw new Error('too many');
  };
  await expect(answer('a', saying('made'), refuse)).rejects.toThrow('too many');
  await answer('a', saying('made'));
  expect(await textOf(answer('a', saying('again'), refuse))).toBe('made');
});

test('takes no more memory than it may: what was not asked for longest goes first', async () => {
  const { answer, figures } = open({ maxBytes: 100_000 });
  const page = 'x'.repeat(10_000);
  for (let at = 0; at < 50; at++) {
    await answer(`page ${at}`, saying(page, [`product:${at}`]));
    await answer('page 0', saying('made anew'));
  }
  expect(figures().bytes).toBeLessThanOrEqual(100_000);
  expect(await textOf(answer('page 0', saying('made anew')))).toBe(page);
  expect(await textOf(answer('page 1', saying('made anew')))).toBe('made anew');
});

test('without knowing what others write nothing kept is handed out, and what is made serves one', async () => {
  let sees = true;
  const follower = { isInSync: () => sees, sync: async () => sees, outOfSyncForMs: () => 0 };
  const { answer, find, figures } = open({ follower });
  await answer('a', saying('kept'));
  sees = false;
  expect(find('a')).toBeUndefined();
  expect(await textOf(answer('a', saying('truth')))).toBe('truth');
  expect(figures().bypassed).toBe(1);
  sees = true;
  expect(await textOf(answer('a', saying('truth')))).toBe('kept');
});

test('whoever comes while it is blind waits for one look, not for a page', async () => {
  let sees = true;
  const follower = {
    isInSync: () => sees,
    sync: async () => {
      sees = true;
      return true;
    },
    outOfSyncForMs: () => 0,
  };
  const { answer } = open({ follower });
  await answer('a', saying('kept'));
  sees = false;
  expect(await textOf(answer('a', saying('made anew')))).toBe('kept');
});

describe('while the database is away', () => {
  const minute = 60_000;
  const away = async (): Promise<ComputedResponse> => {
    throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  };

  function openWithOutage() {
    let lastInSyncAt: number | undefined;
    let looks = 0;
    const follower: InvalidationSubscriber = {
      isInSync: () => lastInSyncAt === undefined,
      sync: async () => {
        looks++;
        return lastInSyncAt === undefined;
      },
      outOfSyncForMs: () => cache.clock.now - (lastInSyncAt ?? cache.clock.now),
    };
    const cache = open({ follower });
    return {
      ...cache,
      looks: () => looks,
      loseDatabase: () => {
        lastInSyncAt = cache.clock.now;
      },
      findDatabase: () => {
        lastInSyncAt = undefined;
      },
    };
  }

  test('a cached response is read, however old, for up to an hour', async () => {
    const { answer, clock, loseDatabase } = openWithOutage();
    await answer('a', saying('cached'));
    loseDatabase();
    clock.now = 59 * minute;
    expect(await textOf(answer('a', away))).toBe('cached');
    clock.now = 61 * minute;
    await expect(answer('a', away)).rejects.toThrow('ECONNREFUSED');
  });

  test('a page that turns the fault into a 503 is replaced by the cached one', async () => {
    const { answer, loseDatabase } = openWithOutage();
    await answer('a', saying('cached'));
    loseDatabase();
    const shown = { ...made('').shown, known: false, isDatabaseAway: true };
    const refusal = async () => ({ ...made('refused'), status: 503, shown });
    expect(await textOf(answer('a', refusal))).toBe('cached');
    expect(await textOf(answer('b', refusal))).toBe('refused');
  });

  test('a response is refused that was never cached or is known to be wrong', async () => {
    const { answer, bump, clock, loseDatabase } = openWithOutage();
    await answer('phone', saying('old phone', ['product:1']));
    await answer('list', saying('5 left', [], ['stock:1']));
    bump(['product:1', 'stock:1']);
    clock.now = 2000;
    loseDatabase();
    for (const key of ['phone', 'list', 'other']) await expect(answer(key, away)).rejects.toThrow();
  });

  test('a response too old to be served before the outage is refused', async () => {
    const { answer, clock, loseDatabase } = openWithOutage();
    await answer('a', saying('cached'));
    clock.now = 12 * minute;
    loseDatabase();
    await expect(answer('a', away)).rejects.toThrow('ECONNREFUSED');
  });

  test.each([
    ['a deadlock', Object.assign(new Error('deadlock'), { code: '40P01' })],
    ['a fault of the shop', new Error('bug')],
  ])('%s is not covered up by the cached response', async (_what, error) => {
    const { answer, loseDatabase } = openWithOutage();
    await answer('a', saying('cached'));
    loseDatabase();
    await expect(answer('a', () => Promise.reject(error))).rejects.toBe(error);
  });

  test('one request per second looks for the database, the others are answered at once', async () => {
    const { answer, clock, loseDatabase, looks } = openWithOutage();
    for (const key of ['a', 'b']) await answer(key, saying('cached'));
    loseDatabase();
    let computed = 0;
    const make = () => {
      computed++;
      return away();
    };
    const flood = () => Promise.all(Array.from({ length: 100 }, (_, at) => answer(at % 2 ? 'a' : 'b', make)));
    await flood();
    expect(computed).toBe(1);
    const looksBefore = looks();
    clock.now += 999;
    await flood();
    expect([computed, looks()]).toEqual([1, looksBefore]);
    clock.now += 1;
    await flood();
    expect(computed).toBe(2);
  });

  test('the database is believed as soon as it answers', async () => {
    const { answer, bump, clock, loseDatabase, findDatabase } = openWithOutage();
    await answer('a', saying('cached', ['product:1']));
    loseDatabase();
    expect(await textOf(answer('a', away))).toBe('cached');
    clock.now += 1000;
    expect(await textOf(answer('a', saying('truth')))).toBe('truth');
    findDatabase();
    bump(['product:1']);
    expect(await textOf(answer('a', saying('changed')))).toBe('changed');
  });
});

test('each encoding is made once and means the same', async () => {
  const { answer, bodyOf } = open();
  const page = await answer('a', saying('<p>hello</p>'.repeat(500)));
  for (const encoding of ['br', 'gzip'] as const) {
    const body = await bodyOf(page, encoding);
    expect(body.length).toBeLessThan(page.body.length / 10);
    expect(await bodyOf(page, encoding)).toBe(body);
  }
});
