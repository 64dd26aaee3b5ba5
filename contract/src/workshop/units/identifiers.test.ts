import { expect, test } from 'vitest';
import { type IdentifierKind, readIdentifier } from './identifiers.ts';
import { newUnitNumber, parseUnitNumber } from './unit-number.ts';

test('reads the numbers of calls and files in one form', () => {
  for (const [kind, text, value] of [
    ['imei', ' 35-693803-564380-9 ', '356938035643809'],
    ['imei', '３５６９３８０３５６４３８０９', '356938035643809'],
    ['imei2', '356938035643809', '356938035643809'],
    ['serial', 's/n: c02 xk-1a', 'C02XK1A'],
    ['serial', 'SN-12345', 'SN12345'],
    ['serial', 'AB12', 'AB12'],
    ['serial', 'SERIAL77', 'SERIAL77'],
    ['serial', 'SF2LZQ0TX9V', 'SF2LZQ0TX9V'],
    ['serial', 'S/N: 194252707241', '194252707241'],
    ['meid', 'A0000012345678', 'A0000012345678'],
  ] as const) {
    expect([text, readIdentifier(kind, text)]).toEqual([text, { value }]);
  }
});

test('makes no number of another kind a serial number, and completes no IMEI', () => {
  for (const [kind, text, word] of [
    ['serial', 'MJ-AAABBBCCC', 'an order number'],
    ['serial', 'U-22222229', 'check character'],
    ['serial', '194252707241', 'barcode of a box'],
    ['serial', '1Z999AA10123456784', 'a tracking number'],
    ['serial', '1PMLPF3LL/A', 'a part number'],
    ['serial', 'BIN-A3', 'the label of a bin'],
    ['serial', '356938035643809', 'an IMEI'],
    ['serial', '4111 1111 1111 1111', 'payment card'],
    ['imei', '356938035643800', 'check digit'],
    ['imei', '35693803564380', 'last digit'],
    ['imei', '3569380356438012', 'software version'],
    ['imei', '000000000000000', 'repeats one digit'],
    ['imei', 'C02XK1A', '15 digits'],
    ['eid', '89049032004008882600015362026318', 'check digits'],
  ] satisfies [IdentifierKind, string, string][]) {
    expect([text, readIdentifier(kind, text)]).toEqual([text, { fault: expect.stringContaining(word) }]);
  }
});

test('finds each wrong character and each swap of neighbors in a unit number', () => {
  let seed = 7;
  const random = (limit: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % limit;
  };
  for (let round = 0; round < 50; round++) {
    const number = newUnitNumber(random);
    expect(number).toMatch(/^U-[1-9A-HJKMNP-Z]{8}$/);
    expect(parseUnitNumber(number.toLowerCase().replace('-', ' '))).toBe(number);
    for (let index = 2; index < number.length; index++) {
      const other = number[index] === '7' ? '8' : '7';
      expect(parseUnitNumber(number.slice(0, index) + other + number.slice(index + 1))).toBeNull();
      const [left = '', right = ''] = [number[index], number[index + 1]];
      if (right === '' || left === right) continue;
      expect(parseUnitNumber(number.slice(0, index) + right + left + number.slice(index + 2))).toBeNull();
    }
  }
});
