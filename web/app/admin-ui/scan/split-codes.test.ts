import { expect, test } from 'vitest';
import { splitCodes } from './split-codes.ts';

test('takes the codes of one breath apart and keeps grouped digits together', () => {
  expect(splitCodes('356938035643809 C02XK1A')).toEqual(['356938035643809', 'C02XK1A']);
  expect(splitCodes('356938035643809,C02XK1A')).toEqual(['356938035643809', 'C02XK1A']);
  expect(splitCodes(' 35 693803 564380 9 ')).toEqual(['35 693803 564380 9']);
  expect(splitCodes('S/N: C02 XK')).toEqual(['S/N: C02 XK']);
  expect(splitCodes('  ')).toEqual([]);
});
