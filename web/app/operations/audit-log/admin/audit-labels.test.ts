import { expect, test } from 'vitest';
import { changedValue } from './audit-labels.ts';

test('times of changes are readable, other values stay', () => {
  expect(changedValue('2026-11-24T13:53:26.050Z')).toMatch(/Nov 24,.* 1:53\sPM$/);
  expect(changedValue('Reserved on 2026-11-24T13:53:26.050Z')).toContain('T13:53');
  expect(changedValue('$80.99')).toBe('$80.99');
});
