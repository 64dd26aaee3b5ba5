import { cents } from '@reprise/contract/money';
import { Problem } from '@reprise/contract/problem';
import type { NewOrder, Order } from '@reprise/contract/sales/orders/order';
import { expect, test, vi } from 'vitest';
import type { CartLine } from '../../cart/cart-store.ts';
import { createOutbox, type OutboxParts } from './outbox.ts';
import { outboxStorageName } from './outbox-signal.ts';

const body: NewOrder = {
  items: [{ product: 'p1', quantity: 1 }],
  shippingAddress: {
    firstName: 'Ada',
    lastName: 'Byron',
    email: 'ada@example.com',
    phone: '1',
    address: '1 Main St',
    city: 'Austin',
    state: 'TX',
    zipCode: '73301',
    country: 'United States',
  },
  paymentMethod: 'card',
  total: cents(46332),
  shippingMethod: 'standard',
};
const lines = [{ product: { id: 'p1' }, quantity: 1 }] as CartLine[];
const order = {
  id: 'ord_1',
  orderNumber: 'MJ-ABCD',
  total: cents(46332),
  paymentStatus: 'unpaid',
} as unknown as Order;
const hour = 60 * 60 * 1000;

function memoryStorage() {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
}

/** Creates an outbox with a fake shop; two outboxes with one storage act as two tabs. */
function setUp({
  place = async () => ({ order, accessToken: 'secret' }),
  lookUp = async () => null,
  ...changes
}: Partial<OutboxParts> = {}) {
  const clock = { now: 1_764_000_000_000 };
  const locks = new Set<string>();
  let keys = 0;
  const parts = {
    storage: memoryStorage(),
    place: vi.fn(place),
    lookUp: vi.fn(lookUp),
    exclusively: (async (name, work, ifFree) => {
      if (ifFree && locks.has(name)) return undefined;
      locks.add(name);
      try {
        return await work();
      } finally {
        locks.delete(name);
      }
    }) as OutboxParts['exclusively'],
    currentOwner: () => null,
    restoreCart: vi.fn(),
    newKey: () => `key-${++keys}`,
    now: () => clock.now,
    ...changes,
  } satisfies OutboxParts;
  return { outbox: createOutbox(parts), parts, clock };
}

const noResponse = () => Promise.reject(new TypeError('Failed to fetch'));

test('an answered order is stored with its number and access token', async () => {
  const { outbox, parts, clock } = setUp();
  const { key, reference } = outbox.prepare(body, lines);
  expect(reference).toBe(`MJ${clock.now}`);
  expect(await outbox.send(key)).toMatchObject({ state: 'placed', orderNumber: 'MJ-ABCD', paid: false });
  expect(parts.place).toHaveBeenCalledExactlyOnceWith({ ...body, clientReference: reference }, key);
  expect(outbox.accessTokenFor('ord_1')).toBe('secret');
  expect(outbox.accessTokenFor('MJ-ABCD')).toBe('secret');
});

test('an unchanged checkout reuses its key and order; a changed one gets a new key', async () => {
  const { outbox } = setUp();
  const first = outbox.prepare(body, lines);
  expect(outbox.prepare({ ...body }, lines).key).toBe(first.key);
  await outbox.send(first.key);
  expect(outbox.prepare(body, lines)).toMatchObject({ key: first.key, state: 'placed' });
  expect(outbox.prepare({ ...body, shippingMethod: 'express' }, lines).key).not.toBe(first.key);

  outbox.markPaid('ord_1');
  expect(outbox.prepare(body, lines).key).not.toBe(first.key);
});

test('an order of Buy Now neither reuses nor replaces the unpaid order of the cart', async () => {
  const { outbox } = setUp();
  const { key } = outbox.prepare(body, lines);
  await outbox.send(key);
  const bought = outbox.prepare(body, lines, 'p1');
  expect(bought.key).not.toBe(key);
  expect(bought.body).not.toHaveProperty('replaces');
  expect(outbox.unpaidOrder()).toMatchObject({ key });
  expect(outbox.unpaidOrder('p1')).toBeUndefined();
  await outbox.send(bought.key);
  expect(outbox.unpaidOrder('p1')).toMatchObject({ key: bought.key });
  expect(outbox.prepare({ ...body, total: cents(1) }, lines, 'p1').body).toHaveProperty('replaces');
});

test('an order of Buy Now rejected in the background leaves the cart alone', async () => {
  const { outbox, parts, clock } = setUp();
  parts.place.mockImplementationOnce(noResponse);
  const { key } = outbox.prepare(body, lines, 'p1');
  await outbox.send(key);
  outbox.moveToBackground(key);
  parts.place.mockRejectedValueOnce(new Problem('OUT_OF_STOCK', 'iPhone 13 is sold out.'));
  clock.now += hour;
  expect(await outbox.resendDue()).toMatchObject([{ state: 'refused', buyNow: 'p1' }]);
  expect(parts.restoreCart).not.toHaveBeenCalled();
});

test('a changed order replaces the unpaid one until the checkout is left', async () => {
  const { outbox, parts } = setUp();
  await outbox.send(outbox.prepare(body, lines).key);
  const express: NewOrder = { ...body, shippingMethod: 'express' };
  const changed = outbox.prepare(express, lines);
  expect(changed.body).toMatchObject({ replaces: 'ord_1' });
  expect(outbox.prepare({ ...body, items: [{ product: 'p2', quantity: 1 }] }, lines).body).not.toHaveProperty(
    'replaces',
  );
  parts.place.mockResolvedValueOnce({ order: { ...order, id: 'ord_2' }, accessToken: 'other' });
  await outbox.send(changed.key);
  expect(outbox.accessTokenFor('ord_1')).toBeNull();
  expect(outbox.prepare(express, lines)).toMatchObject({ orderId: 'ord_2' });

  outbox.dismiss('ord_2');
  expect(outbox.prepare(body, lines).body).not.toHaveProperty('replaces');
});

test('a paid order keeps no personal data', async () => {
  const { outbox, parts } = setUp();
  await outbox.send(outbox.prepare(body, lines).key);
  outbox.markPaid('ord_1');
  expect(parts.storage.getItem(outboxStorageName)).not.toContain('1 Main St');
  expect(outbox.accessTokenFor('ord_1')).toBe('secret');
});

test.each(['OUT_OF_STOCK', 'PRICE_CHANGED', 'VALIDATION_ERROR', 'UNAUTHENTICATED'] as const)(
  'a rejected order (%s) is thrown and removed',
  async (code) => {
    const { outbox } = setUp({ place: () => Promise.reject(new Problem(code, 'No')) });
    const { key } = outbox.prepare(body, lines);
    await expect(outbox.send(key)).rejects.toMatchObject({ code });
    expect(outbox.all()).toEqual([]);
  },
);

test.each([
  new TypeError('Failed to fetch'),
  new DOMException('too slow', 'TimeoutError'),
  new Problem('UNAVAILABLE', 'down'),
  new Problem('INTERNAL', 'broken'),
  new Problem('IN_PROGRESS', 'twin'),
  new Problem('RATE_LIMITED', 'slow down'),
])('no answer (%s) is sent again under the same key until it is answered', async (error) => {
  const { outbox, parts, clock } = setUp();
  parts.place.mockRejectedValueOnce(error);
  const { key } = outbox.prepare(body, lines);
  expect(await outbox.send(key)).toMatchObject({ state: 'waiting', key });
  outbox.moveToBackground(key);

  expect(await outbox.resendDue()).toEqual([]);
  clock.now = outbox.nextDue() ?? 0;
  expect(await outbox.resendDue()).toMatchObject([{ state: 'placed', orderNumber: 'MJ-ABCD' }]);
  expect(parts.place.mock.calls.map(([, sentKey]) => sentKey)).toEqual([key, key]);
  expect(outbox.nextDue()).toBeNull();
});

test('the retry pause grows and is never shorter than Retry-After', async () => {
  const { outbox, parts, clock } = setUp({ place: noResponse });
  const { key } = outbox.prepare(body, lines);
  await outbox.send(key);
  outbox.moveToBackground(key);
  const pauses: number[] = [];
  for (let tries = 0; tries < 8; tries++) {
    pauses.push((outbox.nextDue() ?? 0) - clock.now);
    clock.now = outbox.nextDue() ?? 0;
    await outbox.resendDue();
  }
  expect(pauses).toEqual([1500, 3000, 6000, 12000, 24000, 48000, 60000, 60000]);

  parts.place.mockRejectedValueOnce(new Problem('RATE_LIMITED', 'wait', { retryAfterSeconds: 300 }));
  clock.now = outbox.nextDue() ?? 0;
  await outbox.resendDue();
  expect((outbox.nextDue() ?? 0) - clock.now).toBe(300_000);
});

test('an order rejected in the background restores the cart and its message', async () => {
  const { outbox, parts, clock } = setUp();
  parts.place.mockImplementationOnce(noResponse);
  const { key } = outbox.prepare(body, lines);
  await outbox.send(key);
  outbox.moveToBackground(key);
  parts.place.mockRejectedValueOnce(new Problem('OUT_OF_STOCK', 'iPhone 13 is sold out.'));
  clock.now += hour;
  expect(await outbox.resendDue()).toMatchObject([{ state: 'refused', message: 'iPhone 13 is sold out.' }]);
  expect(parts.restoreCart).toHaveBeenCalledExactlyOnceWith(lines);
  expect(await outbox.resendDue()).toEqual([]);
});

test('a reload recovers orders of closed pages, not those of open ones', async () => {
  const { outbox, parts } = setUp();
  let answer = () => {};
  parts.place.mockImplementationOnce(
    () => new Promise((resolve) => (answer = () => resolve({ order, accessToken: 'secret' }))),
  );
  const { key } = outbox.prepare(body, lines);
  const sending = outbox.send(key);

  const otherTab = createOutbox(parts);
  await otherTab.recoverOrphans();
  expect(otherTab.nextDue()).toBeNull();

  answer();
  await sending;
  const orphan = otherTab.prepare({ ...body, shippingMethod: 'express' }, lines);
  const afterReload = createOutbox(parts);
  await afterReload.recoverOrphans();
  expect(afterReload.find(orphan.key)).toMatchObject({ state: 'waiting', inBackground: true });
});

test('a second tab with the same order waits for the first and gets its response', async () => {
  const queue = new Map<string, Promise<unknown>>();
  const { outbox, parts } = setUp({
    exclusively: (name, work) => {
      const run = (queue.get(name) ?? Promise.resolve()).then(work);
      queue.set(name, run);
      return run;
    },
  });
  const otherTab = createOutbox(parts);
  const [first, second] = [outbox.prepare(body, lines), otherTab.prepare(body, lines)];
  expect(second.key).toBe(first.key);
  const answers = await Promise.all([outbox.send(first.key), otherTab.send(second.key)]);
  expect(answers.map((answered) => answered?.state)).toEqual(['placed', 'placed']);
  expect(parts.place).toHaveBeenCalledTimes(1);
});

test('another user of the browser looks the order up instead of sending it', async () => {
  let owner: string | null = null;
  const { outbox, parts, clock } = setUp({ currentOwner: () => owner, place: noResponse });
  const { key } = outbox.prepare(body, lines);
  await outbox.send(key);
  outbox.moveToBackground(key);
  owner = 'u1';
  clock.now += hour;
  await outbox.resendDue();
  expect(parts.place).toHaveBeenCalledTimes(1);
  expect(parts.lookUp).toHaveBeenCalledWith(expect.objectContaining({ key, email: 'ada@example.com' }));
  expect(outbox.find(key)?.state).toBe('waiting');
});

test('after a day an order that does not exist is given up and its cart restored', async () => {
  const { outbox, parts, clock } = setUp({ place: noResponse });
  const { key } = outbox.prepare(body, lines);
  await outbox.send(key);
  outbox.moveToBackground(key);
  clock.now += 25 * hour;
  parts.lookUp.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  expect(await outbox.resendDue()).toEqual([]);
  clock.now += hour;
  expect(await outbox.resendDue()).toMatchObject([{ state: 'refused' }]);
  expect(parts.restoreCart).toHaveBeenCalledWith(lines);
  expect(parts.place).toHaveBeenCalledTimes(1);
});

test('after a day an order that exists is shown as placed', async () => {
  const { outbox, parts, clock } = setUp({ place: noResponse, lookUp: async () => ({ order }) });
  outbox.moveToBackground(outbox.prepare(body, lines).key);
  clock.now += 25 * hour;
  expect(await outbox.resendDue()).toMatchObject([{ state: 'placed', orderNumber: 'MJ-ABCD' }]);
  expect(parts.restoreCart).not.toHaveBeenCalled();
});

test('after a day another account’s received order is removed without its cart', async () => {
  const { outbox, parts, clock } = setUp({ place: noResponse, lookUp: async () => 'received' });
  const { key } = outbox.prepare(body, lines);
  outbox.moveToBackground(key);
  clock.now += 25 * hour;
  expect(await outbox.resendDue()).toEqual([]);
  expect(outbox.find(key)).toBeUndefined();
  expect(parts.restoreCart).not.toHaveBeenCalled();
});

test('removes the address of finished orders and of those older than a day', async () => {
  const { outbox, parts, clock } = setUp();
  const stored = () => parts.storage.getItem('checkout-outbox') ?? '';
  const { key } = outbox.prepare(body, lines);
  await outbox.send(key);
  expect(stored()).toContain('ada@example.com');
  clock.now += 25 * hour;
  outbox.markPaid('another');
  outbox.dismiss(order.id);
  expect(stored()).not.toContain('ada@example.com');
  clock.now += 90 * 24 * hour;
  outbox.forget('another');
  expect(stored()).toBe('[]');
});

test('removes an account’s orders at sign-out, except unanswered ones', async () => {
  const { outbox, parts } = setUp({ currentOwner: () => 'u1' });
  await outbox.send(outbox.prepare(body, lines).key);
  parts.place.mockImplementationOnce(noResponse);
  const waiting = outbox.prepare({ ...body, shippingMethod: 'express' }, lines).key;
  await outbox.send(waiting);
  outbox.forgetOwner('u1');
  expect(outbox.all().map(({ key }) => key)).toEqual([waiting]);
});

test('a session that expires after an unanswered attempt is not a rejection', async () => {
  const { outbox, parts, clock } = setUp();
  parts.place.mockImplementationOnce(noResponse);
  const { key } = outbox.prepare(body, lines);
  await outbox.send(key);
  outbox.moveToBackground(key);
  parts.place.mockRejectedValueOnce(new Problem('UNAUTHENTICATED', 'Please sign in'));
  clock.now += hour;
  expect(await outbox.resendDue()).toEqual([]);
  expect(outbox.find(key)?.state).toBe('waiting');
});

test.each(['nonsense', '{}', '[null,{"key":1}]', '[{"state":"waiting","key":"k"}]'])(
  'invalid storage %s is an empty outbox',
  (stored) => {
    const { outbox, parts } = setUp();
    parts.storage.setItem(outboxStorageName, stored);
    expect(outbox.all()).toEqual([]);
  },
);

test('a full storage loses no order while the page is open', async () => {
  const { outbox } = setUp({
    storage: {
      getItem: () => null,
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
      removeItem: () => {},
    },
  });
  const { key } = outbox.prepare(body, lines);
  expect(await outbox.send(key)).toMatchObject({ state: 'placed' });
});
