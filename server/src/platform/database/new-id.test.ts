import { afterEach, expect, test, vi } from 'vitest';
import { newId, randomToken } from './new-id.ts';

afterEach(() => void vi.useRealTimers());

test('an id is its prefix and 26 unambiguous characters', () => {
  expect(newId('prd')).toMatch(/^prd_[0-9a-hjkmnp-tv-z]{26}$/);
});

test('the first ten characters encode the time', () => {
  const before = Date.now();
  const time = [...newId('x').slice(2, 12)].reduce(
    (sum, digit) => sum * 32 + '0123456789abcdefghjkmnpqrstvwxyz'.indexOf(digit),
    0,
  );
  expect(time).toBeGreaterThanOrEqual(before);
  expect(time).toBeLessThanOrEqual(Date.now());
});

test('ids sort in the order of their creation, also within a millisecond and when the clock is set back', () => {
  const early = Array.from({ length: 100_000 }, () => newId('x'));
  vi.setSystemTime(Date.now() - 60_000);
  const ids = [...early, ...Array.from({ length: 100_000 }, () => newId('x'))];
  expect(ids.every((id, index) => index === 0 || id > (ids[index - 1] ?? ''))).toBe(true);
});

test('a token has the requested number of bytes and is URL-safe', () => {
  expect(randomToken(16)).toMatch(/^[\w-]{22}$/);
});
