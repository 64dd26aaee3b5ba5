import { expect, test } from 'vitest';
import { identifierFault, luhnDigit, readCode } from './identifiers.ts';
import { newUnitNumber, parseUnitNumber } from './unit-number.ts';

test('reads the codes of labels, boxes and keyboards', () => {
  expect(readCode(' 35-693803-564380-9 ')).toEqual({ kind: 'imei', value: '356938035643809' });
  expect(readCode('IMEI1: 356938035643809')).toEqual({ kind: 'imei', value: '356938035643809' });
  expect(readCode('IMEI2 356938035643809')).toEqual({ kind: 'imei2', value: '356938035643809' });
  // IMEISV: the last two digits are the version of the software.
  expect(readCode('3569380356438012')).toEqual({ kind: 'imei', value: '356938035643809' });
  expect(readCode('s/n: c02 xk-1a')).toEqual({ kind: 'serial', value: 'C02XK1A' });
  expect(readCode('SNAP123')).toEqual({ kind: 'serial', value: 'SNAP123' });
  expect(readCode('A0000012345678')).toEqual({ kind: 'meid', value: 'A0000012345678' });
  expect(readCode('bin-a3')).toEqual({ kind: 'place', value: 'A3' });
});

test('refuses a number with a wrong digit or lost digits and says what to do', () => {
  const faultOf = (code: string) => {
    const read = readCode(code);
    return read.kind === 'fault' ? read.fault : 'none';
  };
  expect(faultOf('356938035643800')).toContain('should be 9');
  expect(faultOf('IMEI: 35693803564380')).toContain('356938035643809 would fit');
  expect(faultOf('3.56938E+14')).toContain('Format its column as text');
  expect(faultOf('abc')).toContain('4 to 40');
  expect(faultOf('000000000000000')).toContain('it repeats one digit');
  expect(faultOf('３５６９３８０３５６４３８０９')).toContain('digits 0 to 9');
  expect(faultOf('٣٥٦٩٣٨٠٣٥٦٤٣٨٠٩')).toContain('digits 0 to 9');
  expect(faultOf('EID: 89049032004008882600015362026318')).toContain('check digits');
  expect(faultOf('BIN-shelf one')).toContain('A place has at most 20');
  expect(identifierFault('imei', '356938035643809')).toBeNull();
  expect(identifierFault('serial', '356938035643800')).toBeNull();
});

test('finds each wrong digit of an IMEI', () => {
  const imei = `35693803564380${luhnDigit('35693803564380')}`;
  for (let index = 0; index < imei.length; index++) {
    for (const digit of '0123456789') {
      const typed = imei.slice(0, index) + digit + imei.slice(index + 1);
      expect(readCode(typed).kind).toBe(typed === imei ? 'imei' : 'fault');
    }
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
