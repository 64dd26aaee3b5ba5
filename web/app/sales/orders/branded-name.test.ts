import { expect, test } from 'vitest';
import { brandedName } from './branded-name.ts';

test.each([
  ['Apple', 'iPhone 13', 'Apple iPhone 13'],
  ['Apple', 'Apple Watch Ultra', 'Apple Watch Ultra'],
  ['Fairphone', 'Fairphone 4', 'Fairphone 4'],
  ['Acme', 'Acme', 'Acme'],
  ['One', 'OnePlus 12', 'One OnePlus 12'],
])('%s makes %s', (brand, name, expected) => {
  expect(brandedName({ brand, name })).toBe(expected);
});
