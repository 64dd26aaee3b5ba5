import { orderLimits } from '@reprise/contract/sales/orders/order';
import { expect, test } from 'vitest';
import { assertWithinLimits, exceededLimitOf, limitKeyOf, noUsage } from './order-limits.ts';

const { maxOpenOrders, maxOpenUnits, maxRecentOrders } = orderLimits;

function limitOf(usage: Partial<typeof noUsage>, units = 1, limitKey = 'network:203.0.113.9') {
  try {
    assertWithinLimits({ ...noUsage, ...usage }, units, limitKey);
    return undefined;
  } catch (error) {
    return exceededLimitOf(error);
  }
}

test('accepts orders and units up to each limit and rejects the next', () => {
  expect(limitOf({ openOrders: maxOpenOrders - 1 })).toBeUndefined();
  expect(limitOf({ openOrders: maxOpenOrders })).toBe('orders');
  expect(limitOf({ openUnits: maxOpenUnits - 3 }, 3)).toBeUndefined();
  expect(limitOf({ openUnits: maxOpenUnits - 3 }, 4)).toBe('units');
  expect(limitOf({}, maxOpenUnits)).toBeUndefined();
  expect(limitOf({}, maxOpenUnits + 1)).toBe('units');
  expect(limitOf({ recentOrders: maxRecentOrders - 1 })).toBeUndefined();
  expect(limitOf({ recentOrders: maxRecentOrders })).toBe('rate');
});

test('bounds the address of an untrusted proxy ten times as wide', () => {
  const limitKey = limitKeyOf({ caller: null, network: 'proxy:10.0.0.2' });
  expect(limitOf({ openOrders: 10 * maxOpenOrders - 1 }, 1, limitKey)).toBeUndefined();
  expect(limitOf({ openOrders: 10 * maxOpenOrders }, 1, limitKey)).toBe('orders');
  expect(limitOf({}, 10 * maxOpenUnits + 1, limitKey)).toBe('units');
  expect(limitOf({ recentOrders: 10 * maxRecentOrders }, 1, limitKey)).toBe('rate');
});

test('counts customers with a verified email by account, all others by network', () => {
  const caller = {
    userId: 'usr_1',
    role: 'customer' as const,
    name: '',
    email: '',
    sessionId: '',
    provedAt: null,
    permissions: new Set<never>(),
  };
  const network = '203.0.113.9';
  expect(limitKeyOf({ caller: { ...caller, emailVerified: true }, network })).toBe('account:usr_1');
  expect(limitKeyOf({ caller: { ...caller, emailVerified: false }, network })).toBe('network:203.0.113.9');
  expect(limitKeyOf({ caller: null, network })).toBe('network:203.0.113.9');
});
