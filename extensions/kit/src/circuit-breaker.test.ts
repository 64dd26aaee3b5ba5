import { expect, test } from 'vitest';
import { createCircuitBreaker } from './circuit-breaker.ts';

test('opens after three failures, allows one probe after the pause, closes on success', () => {
  const breaker = createCircuitBreaker({ after: 3, cooldownMs: 1000 });
  for (const time of [0, 1]) breaker.failed(time);
  breaker.succeeded();
  for (const time of [2, 3]) breaker.failed(time);
  expect(breaker.remainingCooldown(4)).toBe(0);
  breaker.failed(4);
  expect(breaker.remainingCooldown(5)).toBe(999);
  expect(breaker.remainingCooldown(1004)).toBe(0);
  expect(breaker.remainingCooldown(1005)).toBeGreaterThan(0);
  breaker.failed(1010);
  expect(breaker.remainingCooldown(1500)).toBe(510);
  expect(breaker.remainingCooldown(2010)).toBe(0);
  breaker.succeeded();
  expect(breaker.remainingCooldown(2011)).toBe(0);
});
