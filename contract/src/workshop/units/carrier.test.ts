import { expect, test } from 'vitest';
import { carrierOfModel, carrierText, isSameCarrier, readCarrier } from './carrier.ts';

test.each([
  ['Unlocked', ''],
  ['factory unlocked', ''],
  ['SIM-free', ''],
  ['', null],
  ['N/A', null],
  ['Unknown', null],
  [' AT&T ', 'AT&T'],
  ['Locked to Verizon', 'Verizon'],
])('reads %j as the carrier %j', (words, carrier) => {
  expect(readCarrier(words)).toBe(carrier);
});

test('compares carriers without case, blanks and dashes', () => {
  expect(isSameCarrier('T-Mobile', 'tmobile')).toBe(true);
  expect(isSameCarrier('', 'Unlocked')).toBe(true);
  expect(isSameCarrier('Verizon', '')).toBe(false);
});

test('takes the carrier of a model from its option, else from its name', () => {
  const name = 'iPhone 13 128 GB Verizon';
  expect(carrierOfModel({ name })).toBe('Verizon');
  expect(carrierOfModel({ name, carrier: 'AT&T' })).toBe('AT&T');
  expect(carrierOfModel({ name: 'iPhone 13 128 GB' })).toBe('');
});

test('says nothing of a carrier that is not known', () => {
  expect([null, '', 'Verizon'].map(carrierText)).toEqual(['', 'Unlocked', 'Locked to Verizon']);
});
