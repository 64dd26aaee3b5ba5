import { expect, test } from 'vitest';
import { initialsOf } from './user-labels.ts';

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
