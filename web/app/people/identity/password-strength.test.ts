import { expect, test } from 'vitest';
import { estimateStrength } from './password-strength.ts';

test.each([
  ['letmein', 'Too common'],
  ['P@ssw0rd', 'Too common'],
  ['abcdef', 'Weak'],
  ['violet-7-lantern-Harbor', 'Strong'],
])('rates %s as %s', (password, label) => {
  expect(estimateStrength(password).label).toBe(label);
});

test('gives advice for a weak password, none for a strong one', () => {
  expect(estimateStrength('letmein').advice).not.toBe('');
  expect(estimateStrength('violet-7-lantern-Harbor').advice).toBe('');
});
