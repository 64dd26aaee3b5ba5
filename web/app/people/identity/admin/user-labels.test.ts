import { expect, test } from 'vitest';
import { initialsOf, statusText } from './user-labels.ts';

test.each([
  ['Ada Lovelace', 'AL'],
  ['Ada King Lovelace', 'AL'],
  ['ada', 'A'],
  ['  Grace   Hopper ', 'GH'],
  ['𝒜da Lovelace', '𝒜L'],
  ['', ''],
])('returns for %j the initials %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

test('an active user without a first sign-in is invited, an inactive one is inactive', () => {
  expect(statusText({ status: 'active', invited: true })).toBe('Invited');
  expect(statusText({ status: 'active', invited: false })).toBe('Active');
  expect(statusText({ status: 'inactive', invited: true })).toBe('Inactive');
});
