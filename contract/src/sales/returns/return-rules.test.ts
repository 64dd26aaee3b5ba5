import { describe, expect, it } from 'vitest';
import {
  answerDay,
  deliveryOf,
  isAutoApproved,
  labelPayerOf,
  reminderTime,
  sendByDay,
  windowEnd,
  windowOf,
} from './return-rules.ts';

const at = (time: string) => new Date(time);
const end = (delivered: string, days: number, zone = 'UTC') =>
  windowEnd(at(delivered), days, zone).toISOString();

describe('windowEnd', () => {
  it('ends with the day, whatever the hour of delivery', () => {
    expect(end('2026-11-02T00:00:00Z', 30)).toBe('2026-12-02T23:59:59.999Z');
    expect(end('2026-11-02T23:59:59Z', 30)).toBe('2026-12-02T23:59:59.999Z');
  });

  it('moves an end on Saturday or Sunday to Monday', () => {
    expect(end('2026-11-05T12:00:00Z', 30)).toBe('2026-12-07T23:59:59.999Z');
    expect(end('2026-11-06T12:00:00Z', 30)).toBe('2026-12-07T23:59:59.999Z');
    expect(end('2026-11-04T12:00:00Z', 30)).toBe('2026-12-04T23:59:59.999Z');
  });

  it('counts the days of the store, not of the customer', () => {
    // 9 pm of November 1 in New York.
    expect(end('2026-11-02T02:00:00Z', 30, 'America/New_York')).toBe('2026-12-02T04:59:59.999Z');
    expect(end('2026-11-02T02:00:00Z', 30, 'Asia/Tokyo')).toBe('2026-12-02T14:59:59.999Z');
  });

  it('ends at midnight when the clocks change in between', () => {
    expect(end('2026-10-20T12:00:00Z', 14, 'America/New_York')).toBe('2026-11-04T04:59:59.999Z');
    expect(end('2026-03-02T12:00:00Z', 8, 'America/New_York')).toBe('2026-03-11T03:59:59.999Z');
  });
});

describe('deliveryOf', () => {
  const left = { shippedAt: at('2026-11-02T10:00:00Z'), latestDelivery: at('2026-11-10T12:00:00Z') };

  it('is the reported day, else the latest promised one, else the day it left', () => {
    const deliveredAt = at('2026-11-06T10:00:00Z');
    expect(deliveryOf({ ...left, status: 'delivered', deliveredAt })).toEqual({
      at: deliveredAt,
      isAssumed: false,
    });
    const assumed = { at: left.latestDelivery, isAssumed: true };
    expect(deliveryOf({ ...left, status: 'shipped', deliveredAt })).toEqual(assumed);
    expect(deliveryOf({ ...left, status: 'delivered', deliveredAt: null })).toEqual(assumed);
    expect(deliveryOf({ ...left, latestDelivery: null, status: 'shipped', deliveredAt: null })?.at).toBe(
      left.shippedAt,
    );
  });

  it('is none of an order that has not left or is cancelled', () => {
    for (const status of ['pending', 'processing', 'cancelled'])
      expect(deliveryOf({ ...left, status, deliveredAt: left.shippedAt })).toBeNull();
  });
});

describe('windowOf', () => {
  const delivered = at('2026-11-02T12:00:00Z');

  it('is open for a fault at least as long as for a change of mind', () => {
    const of = (reason: 'not-needed' | 'battery' | 'wrong-item', days: number, warrantyDays: number) =>
      windowOf(reason, { days, warrantyDays }, delivered, 'UTC')?.toISOString().slice(0, 10);
    expect(of('not-needed', 14, 90)).toBe('2026-11-16');
    expect(of('battery', 14, 90)).toBe('2027-02-01');
    expect(of('battery', 14, 7)).toBe('2026-11-16');
    expect(of('wrong-item', 0, 30)).toBe('2026-12-02');
  });

  it('is none where the terms take nothing back', () => {
    expect(windowOf('not-needed', { days: 0, warrantyDays: 90 }, delivered, 'UTC')).toBeNull();
  });
});

describe('promised days', () => {
  it('are business days to answer and calendar days to send', () => {
    expect(answerDay(at('2026-11-06T12:00:00Z'), 2, 'UTC').toISOString()).toBe('2026-11-10T23:59:59.999Z');
    expect(answerDay(at('2026-11-07T12:00:00Z'), 2, 'UTC').toISOString()).toBe('2026-11-10T23:59:59.999Z');
    expect(sendByDay(at('2026-11-02T12:00:00Z'), 14, 'UTC').toISOString()).toBe('2026-11-16T23:59:59.999Z');
  });
});

describe('reminderTime', () => {
  const reminder = (approved: string, sendBy: string) => reminderTime(at(approved), at(sendBy)).toISOString();

  it('is a week before the last day, or half of a shorter time', () => {
    expect(reminder('2026-11-02T12:00:00Z', '2026-11-30T12:00:00Z')).toBe('2026-11-23T12:00:00.000Z');
    expect(reminder('2026-11-02T12:00:00Z', '2026-11-06T12:00:00Z')).toBe('2026-11-04T12:00:00.000Z');
  });
});

describe('labelPayerOf', () => {
  it('is the store for one fault among changes of mind, else as the terms say', () => {
    const customer = [{ labelBy: 'customer' as const }];
    expect(labelPayerOf(['not-needed', 'battery'], customer)).toBe('store');
    expect(labelPayerOf(['not-needed'], customer)).toBe('customer');
    expect(labelPayerOf(['not-needed'], [{ labelBy: 'store' }])).toBe('store');
  });
});

describe('isAutoApproved', () => {
  const plain = {
    reasons: ['not-needed'] as const,
    wish: 'refund',
    isInPolicy: true,
    isPaid: true,
    isDisputed: false,
    openCases: 0,
  };

  it('approves a change of mind in its window of a paid order', () => {
    expect(isAutoApproved(plain)).toBe(true);
  });

  it.each([
    ['a defect', { reasons: ['not-needed', 'does-not-work'] as const }],
    ['a repair', { wish: 'repair' }],
    ['a closed window', { isInPolicy: false }],
    ['an unpaid order', { isPaid: false }],
    ['a dispute', { isDisputed: true }],
    ['three open cases', { openCases: 3 }],
  ])('leaves %s to staff', (_name, change) => {
    expect(isAutoApproved({ ...plain, ...change })).toBe(false);
  });
});
