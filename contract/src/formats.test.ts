import { afterEach, describe, expect, test } from 'vitest';
import { formatDayRange, formatTimeAs } from './dates.ts';
import { formatNames, formatNumber, formatTenths, setStoreFormat } from './formats.ts';
import { percentOfBasisPoints } from './sales/orders/pricing.ts';
import { readRate, readWhole, readWholeCell } from './typed-number.ts';

afterEach(() => setStoreFormat('en-US'));

const time = '2026-09-02T14:05:00Z';
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');

test.each([
  ['en-US', 'Sep 2, 2026, 2:05 PM', 'Wed, Sep 2', 'September 2, 2026 at 2:05 PM', '1,234,567.125'],
  ['en-GB', '2 Sep 2026, 14:05', 'Wed, 2 Sep', '2 September 2026, 14:05', '1,234,567.125'],
  ['en-AU', '2 Sep 2026, 2:05 pm', 'Wed, 2 Sep', '2 September 2026, 2:05 pm', '1,234,567.125'],
  ['en-IN', '2 Sep 2026, 2:05 pm', 'Wed, 2 Sep', '2 September 2026, 2:05 pm', '12,34,567.125'],
  ['de-DE', '2 Sep 2026, 14:05', 'Wed, 2 Sep', '2 September 2026, 14:05', '1.234.567,125'],
  ['fr-FR', '2 Sep 2026, 14:05', 'Wed, 2 Sep', '2 September 2026, 14:05', '1 234 567,125'],
  ['de-CH', '2 Sep 2026, 14:05', 'Wed, 2 Sep', '2 September 2026, 14:05', '1’234’567.125'],
  ['ja-JP', 'Sep 2, 2026, 14:05', 'Wed, Sep 2', 'September 2, 2026 at 14:05', '1,234,567.125'],
] as const)('%s writes dates, times and numbers', (name, dateTime, day, longDateTime, number) => {
  const written = (kind: 'dateTime' | 'day' | 'longDateTime') => plain(formatTimeAs(kind, time, 'UTC', name));
  expect([written('dateTime'), written('day'), written('longDateTime')]).toEqual([
    dateTime,
    day,
    longDateTime,
  ]);
  expect(plain(formatNumber(1_234_567.125, name)).replaceAll("'", '’')).toBe(number);
});

test('midnight and noon follow the clock of the format', () => {
  const clocks = (name: 'en-US' | 'en-GB' | 'en-AU') =>
    ['2026-12-02T00:00:00Z', '2026-12-02T12:00:00Z'].map((at) =>
      plain(formatTimeAs('clock', at, 'UTC', name)),
    );
  expect(clocks('en-US')).toEqual(['12:00 AM', '12:00 PM']);
  expect(clocks('en-GB')).toEqual(['00:00', '12:00']);
  expect(clocks('en-AU')).toEqual(['12:00 am', '12:00 pm']);
});

test('a store that has chosen nothing shows what Intl writes for the United States', () => {
  const options = {
    day: { weekday: 'short', month: 'short', day: 'numeric' },
    monthDay: { month: 'short', day: 'numeric' },
    date: { year: 'numeric', month: 'short', day: 'numeric' },
    longDate: { dateStyle: 'long' },
    month: { year: 'numeric', month: 'long' },
    clock: { hour: 'numeric', minute: '2-digit' },
    dateTime: { dateStyle: 'medium', timeStyle: 'short' },
    longDateTime: { dateStyle: 'long', timeStyle: 'short' },
  } as const;
  for (const [kind, option] of Object.entries(options)) {
    const expected = new Intl.DateTimeFormat('en-US', { ...option, timeZone: 'Asia/Tokyo' });
    const written = formatTimeAs(kind as keyof typeof options, time, 'Asia/Tokyo');
    expect([kind, written]).toEqual([kind, expected.format(new Date(time))]);
  }
  expect([formatNumber(12_345), formatTenths(4), percentOfBasisPoints(887.5)]).toEqual([
    '12,345',
    '4.0',
    '8.875',
  ]);
});

test.each([
  ['en-US', 'Dec 2-4', 'Nov 30-Dec 2', 'Dec 2'],
  ['de-DE', '2-4 Dec', '30 Nov-2 Dec', '2 Dec'],
  ['ja-JP', 'Dec 2-4', 'Nov 30-Dec 2', 'Dec 2'],
] as const)('%s writes ranges of days', (name, sameMonth, twoMonths, oneDay) => {
  setStoreFormat(name);
  const range = (from: string, to: string) =>
    formatDayRange(new Date(`${from}T12:00:00Z`), new Date(`${to}T12:00:00Z`));
  expect([
    range('2026-12-02', '2026-12-04'),
    range('2026-11-30', '2026-12-02'),
    range('2026-12-02', '2026-12-02'),
  ]).toEqual([sameMonth, twoMonths, oneDay]);
});

/** Whole numbers from one digit to nine, and their negatives. */
const wholes = Array.from({ length: 400 }, (_, index) => Math.floor(1.0537 ** index) * (index % 2 ? 1 : -1));

describe.each(formatNames)('in the format %s', (name) => {
  test('whole numbers that are shown can be typed', () => {
    setStoreFormat(name);
    const typed = wholes.map((number) => formatNumber(number));
    expect(typed.map(readWhole)).toEqual(wholes);
    // As a keyboard writes them.
    expect(typed.map((text) => readWhole(plain(text).replaceAll('’', "'")))).toEqual(wholes);
    expect(wholes.map((number) => readWhole(String(number)))).toEqual(wholes);
  });

  test('rates that are shown can be typed', () => {
    setStoreFormat(name);
    const rates = Array.from({ length: 50_001 }, (_, tenths) => tenths).filter((tenths) => tenths % 7 === 0);
    expect(rates.map((tenths) => readRate(percentOfBasisPoints(tenths / 10)))).toEqual(
      rates.map((tenths) => tenths / 1000),
    );
  });

  test('files are read as before', () => {
    setStoreFormat(name);
    expect(['30', '1,095', '1.095', '1 095'].map(readWholeCell)).toEqual([30, 1095, '1.095', '1 095']);
  });
});

test.each([
  ['en-US', '1.095', '8,875'],
  ['en-IN', '1,234,567', '8,875'],
  ['de-DE', '1,095', '8.875'],
  ['fr-FR', '1,095', '8.875'],
  ['de-CH', '1.095', '8,875'],
] as const)('in the format %s, what may mean two numbers is refused', (name, whole, rate) => {
  setStoreFormat(name);
  expect([readWhole(whole), readRate(rate)]).toEqual([whole, rate]);
  for (const text of ['1  000', '1..000', '.', '1e3', '--1', '1.00.000,5'])
    expect([readWhole(text), readRate(text)]).toEqual([text, text]);
});
