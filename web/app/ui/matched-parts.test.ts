import { expect, test } from 'vitest';
import { matchedParts } from './matched-parts.ts';

const marked = (text: string, query: string) =>
  matchedParts(text, query)
    .map(({ text, hit }) => (hit ? `[${text}]` : text))
    .join('');

test('a match is highlighted as written in the text', () => {
  expect(marked('Apple iPhone 13', 'iph')).toBe('Apple [iPh]one 13');
  expect(marked('iPad, iPad Air', 'IPAD')).toBe('[iPad], [iPad] Air');
  expect(marked('Apple iPhone 13', ' iphone 13 ')).toBe('Apple [iPhone 13]');
});

test('words that are not adjacent are highlighted separately', () => {
  expect(marked('Galaxy S22 by Samsung', 'samsung galaxy')).toBe('[Galaxy] S22 by [Samsung]');
  expect(marked('Apple iPhone', 'a iphone')).toBe('Apple [iPhone]');
});

test('words that the search matched are highlighted where the query does not occur', () => {
  const parts = matchedParts('PlayStation 5 256 GB', 'ps5 256gb', ['ps5', 'playstation', '256gb']);
  expect(parts.filter(({ hit }) => hit).map(({ text }) => text)).toEqual(['PlayStation', '256 GB']);
});

test('special characters are literal, and missing words highlight nothing', () => {
  expect(marked('13.3 in (2020)', '(2020)')).toBe('13.3 in [(2020)]');
  expect(marked('Wi-Fi/5G', 'wi-fi/')).toBe('[Wi-Fi/]5G');
  expect(marked('1303', '1.0')).toBe('1303');
  expect(marked('iPhone', '')).toBe('iPhone');
  expect(matchedParts('', 'xy')).toEqual([]);
});
