import { expect, test } from 'vitest';
import { authorName } from './author-name.ts';

test.each([
  ['Ada Lovelace', 'Ada L.'],
  ['  Grace   Brewster hopper ', 'Grace H.'],
  ['Cher', 'Cher'],
  ['Björk Ólafsdóttir', 'Björk Ó.'],
  ['Kim 𝒳u', 'Kim 𝒳.'],
])('shows %s as %s', (name, author) => {
  expect(authorName(name)).toBe(author);
});
