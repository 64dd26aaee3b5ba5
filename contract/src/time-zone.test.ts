import { expect, test } from 'vitest';
import { dayIn, isoIn, isTimeZone } from './time-zone.ts';

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
