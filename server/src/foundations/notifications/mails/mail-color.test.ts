import { expect, test } from 'vitest';
import { readableUnderWhite } from './mail-color.ts';

test('darkens a light color until white text is readable, keeps a dark one', () => {
  expect(readableUnderWhite('#1d4ed8')).toBe('#1d4ed8');
  expect(readableUnderWhite('#0ea5e9')).toBe('#0b7db1');
  expect(readableUnderWhite('#ffffff')).toBe('#757575');
  expect(readableUnderWhite('#000000')).toBe('#000000');
});
