import type { TimelineStatus } from '@reprise/contract/orders/order-status';
import { expect, test } from 'vitest';
import { timelineOf } from './order-timeline.ts';

const event = (status: TimelineStatus, minute: number, location: string | null = null) => ({
  status,
  description: status,
  location,
  createdAt: new Date(Date.UTC(2026, 10, 1, 12, minute)),
});

const read = (timeline: ReturnType<typeof timelineOf>) =>
  timeline.map((entry) => `${entry.completed ? '+' : '-'} ${entry.status}`);

test('a new order has one step done and five to come', () => {
  const timeline = timelineOf('pending', [event('Order Placed', 0)]);
  expect(read(timeline)).toEqual([
    '+ Order Placed',
    '- Processing',
    '- Shipped',
    '- In Transit',
    '- Out for Delivery',
    '- Delivered',
  ]);
  expect(timeline[0]?.date).toBe('2026-11-01T12:00:00.000Z');
  expect(timeline[1]?.date).toBeNull();
});

test('a step without an event is not done, even when a later one is', () => {
  const events = [event('Order Placed', 0), event('Shipped', 5)];
  expect(read(timelineOf('shipped', events)).slice(0, 4)).toEqual([
    '+ Order Placed',
    '- Processing',
    '+ Shipped',
    '- In Transit',
  ]);
});

test('every place on the way is shown', () => {
  const events = [
    event('Order Placed', 0),
    event('Shipped', 5),
    event('In Transit', 6, 'Boise, ID'),
    event('In Transit', 7, 'Denver, CO'),
  ];
  const places = timelineOf('shipped', events).flatMap((entry) => entry.location ?? []);
  expect(places).toEqual(['Boise, ID', 'Denver, CO']);
});

test('what an order was set back from is no longer done', () => {
  const events = [event('Order Placed', 0), event('Processing', 1), event('Shipped', 2)];
  expect(read(timelineOf('processing', events)).slice(1, 3)).toEqual(['+ Processing', '- Shipped']);
});

test('a cancelled order ends with Cancelled', () => {
  const events = [event('Order Placed', 0), event('Processing', 1), event('Cancelled', 2)];
  expect(read(timelineOf('cancelled', events))).toEqual(['+ Order Placed', '+ Processing', '+ Cancelled']);
});
