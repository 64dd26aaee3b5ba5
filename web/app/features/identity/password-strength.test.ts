import { expect, test } from 'vitest';
import { estimateStrength } from './password-strength.ts';

test.each([
  ['letmein', 'Too common'],
  ['P@ssw0rd', 'Too common'],
  ['abcdef', 'Weak'],
  ['violet-7-lantern-Harbor', 'Strong'],
])('%s is %s', (password, label) => {
  expect(estimateStrength(password).label).toBe(label);
});

test('a weak password gets advice, a strong one none', () => {
  expect(estimateStrength('letmein').advice).not.toBe('');
  expect(estimateStrength('violet-7-lantern-Harbor').advice).toBe('');
});
