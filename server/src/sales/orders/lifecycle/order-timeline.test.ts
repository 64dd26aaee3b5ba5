import type { TimelineStatus } from '@reprise/contract/sales/orders/order-status';
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

test('shows one completed and five open steps for a new order', () => {
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

test('omits a step that was skipped before a completed one', () => {
  const events = [event('Order Placed', 0), event('Shipped', 5)];
  expect(read(timelineOf('shipped', events))).toEqual([
    '+ Order Placed',
    '+ Shipped',
    '- In Transit',
    '- Out for Delivery',
    '- Delivered',
  ]);
  const delivered = timelineOf('delivered', [...events, event('Delivered', 9)]);
  expect(read(delivered)).toEqual(['+ Order Placed', '+ Shipped', '+ Delivered']);
});

test('shows every location of the parcel', () => {
  const events = [
    event('Order Placed', 0),
    event('Shipped', 5),
    event('In Transit', 6, 'Boise, ID'),
    event('In Transit', 7, 'Denver, CO'),
  ];
  const places = timelineOf('shipped', events).flatMap((entry) => entry.location ?? []);
  expect(places).toEqual(['Boise, ID', 'Denver, CO']);
});

test('reopens completed steps when the order is set back', () => {
  const events = [event('Order Placed', 0), event('Processing', 1), event('Shipped', 2)];
  expect(read(timelineOf('processing', events)).slice(1, 3)).toEqual(['+ Processing', '- Shipped']);
});

test('ends the timeline of a cancelled order with Cancelled', () => {
  const events = [event('Order Placed', 0), event('Processing', 1), event('Cancelled', 2)];
  expect(read(timelineOf('cancelled', events))).toEqual(['+ Order Placed', '+ Processing', '+ Cancelled']);
});
