import { expect, test } from 'vitest';
import { newId, randomToken } from './new-id.ts';

test('an id is its prefix and 26 unambiguous characters', () => {
  expect(newId('prd')).toMatch(/^prd_[0-9a-hjkmnp-tv-z]{26}$/);
});

test('the first ten characters encode the time, so that ids sort by creation', () => {
  const before = Date.now();
  const time = [...newId('x').slice(2, 12)].reduce(
    (sum, digit) => sum * 32 + '0123456789abcdefghjkmnpqrstvwxyz'.indexOf(digit),
    0,
  );
  expect(time).toBeGreaterThanOrEqual(before);
  expect(time).toBeLessThanOrEqual(Date.now());
});

test('ids of the same millisecond differ', () => {
  expect(new Set(Array.from({ length: 10_000 }, () => newId('x'))).size).toBe(10_000);
});

test('a token has the requested number of bytes and is URL-safe', () => {
  expect(randomToken(16)).toMatch(/^[\w-]{22}$/);
});
