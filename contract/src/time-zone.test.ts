import { expect, test } from 'vitest';
import { dayIn, isoIn, isTimeZone, localTimeIn, timeOfLocal } from './time-zone.ts';

test.each([
  ['UTC', '2026-10-01T00:00:00.123Z', '2026-10-01', '2026-10-01T00:00:00Z'],
  ['Asia/Kolkata', '2026-09-30T18:30:00Z', '2026-10-01', '2026-10-01T00:00:00+05:30'],
  ['Pacific/Kiritimati', '2026-09-30T10:00:00Z', '2026-10-01', '2026-10-01T00:00:00+14:00'],
  ['Pacific/Pago_Pago', '2026-10-01T10:59:59Z', '2026-09-30', '2026-09-30T23:59:59-11:00'],
  ['America/New_York', '2026-03-08T06:59:59Z', '2026-03-08', '2026-03-08T01:59:59-05:00'],
  ['America/New_York', '2026-03-08T07:00:00Z', '2026-03-08', '2026-03-08T03:00:00-04:00'],
  ['America/New_York', '2026-11-01T05:30:00Z', '2026-11-01', '2026-11-01T01:30:00-04:00'],
  ['America/New_York', '2026-11-01T06:30:00Z', '2026-11-01', '2026-11-01T01:30:00-05:00'],
])('in %s, %s is on %s, written %s', (timeZone, time, day, iso) => {
  expect(dayIn(timeZone, new Date(time))).toBe(day);
  expect(isoIn(timeZone, new Date(time))).toBe(iso);
});

test.each([
  ['UTC', true],
  ['Europe/Berlin', true],
  ['America/Argentina/Buenos_Aires', true],
  ['Etc/GMT+5', true],
  ['Mars/Olympus', false],
  ['+05:00', false],
  ['EST', false],
  ["UTC'; drop table orders", false],
  ['', false],
])('“%s” is a time zone: %s', (name, expected) => {
  expect(isTimeZone(name)).toBe(expected);
});

test.each([
  ['UTC', '2026-10-01T08:00', '2026-10-01T08:00:00.000Z'],
  ['Asia/Kolkata', '2026-10-01T08:00', '2026-10-01T02:30:00.000Z'],
  ['Pacific/Kiritimati', '2026-10-01T08:00', '2026-09-30T18:00:00.000Z'],
  ['America/New_York', '2026-03-08T03:30', '2026-03-08T07:30:00.000Z'],
  ['America/New_York', '2026-11-01T03:00', '2026-11-01T08:00:00.000Z'],
])('in %s, the local time %s is %s', (timeZone, local, time) => {
  expect(timeOfLocal(timeZone, local)).toBe(time);
  expect(localTimeIn(timeZone, new Date(time))).toBe(local);
});

test('a local time that the clock skips is an hour later, and one that it repeats is the first', () => {
  expect(timeOfLocal('America/New_York', '2026-03-08T02:30')).toBe('2026-03-08T07:30:00.000Z');
  expect(timeOfLocal('America/New_York', '2026-11-01T01:30')).toBe('2026-11-01T05:30:00.000Z');
  expect(timeOfLocal('UTC', 'soon')).toBe('soon');
});
