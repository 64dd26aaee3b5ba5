import type { AddressForm } from '@reprise/contract/sales/orders/address-forms';
import { expect, test } from 'vitest';
import { doubtOf, doubtOfZipCode, type HintedField } from './country-hints.ts';

test.each<[string, HintedField, string[]]>([
  ['United States', 'zipCode', ['97201', '97201-1234', ' 00501 ', '']],
  ['United States', 'state', ['OR', 'or', 'Oregon', 'D.C.', 'PR', 'AE']],
  ['United States', 'phone', ['503-555-0199', '(503) 555-0199', '+1 503 555 0199 x12', '+44 20 7946 0018']],
  ['Canada', 'zipCode', ['K1A 0B1', 'k1a0b1', 'V6B-1A1']],
  ['Canada', 'state', ['ON', 'Québec', 'quebec']],
  ['United Kingdom', 'zipCode', ['SW1A 1AA', 'm1 1ae', 'EC1A1BB', 'B33 8TH', 'GIR 0AA']],
  ['United Kingdom', 'state', ['Kent', 'London']],
  ['United Kingdom', 'phone', ['020 7946 0018', '07700 900123', '+44 7700 900123', '+44 (0)20 7946 0018']],
])('in %s no %s that people have is doubted: %j', (country, field, values) => {
  expect(values.filter((value) => doubtOf(country, field, value) !== null)).toEqual([]);
});

test.each<[string, HintedField, string]>([
  ['United States', 'zipCode', 'SW1A 1AA'],
  ['United States', 'zipCode', '9720'],
  ['United States', 'state', 'ON'],
  ['United States', 'phone', '555-0100'],
  ['Canada', 'zipCode', '97201'],
  ['Canada', 'state', 'OR'],
  ['United Kingdom', 'zipCode', '97201'],
  ['United Kingdom', 'phone', '503-555-0199'],
])('in %s the %s "%s" is doubted', (country, field, value) => {
  expect(doubtOf(country, field, value)).not.toBeNull();
});

test.each([
  ['OR', '97201'],
  ['Oregon', '97201-1234'],
  ['NY', '10001'],
  ['NY', '00501'],
  ['VA', '20101'],
  ['DC', '20001'],
  ['AE', '09012'],
  ['PR', '00901'],
  ['', '97201'],
  ['OR', '972'],
])('a ZIP code that %s has is not doubted: %s', (state, zipCode) => {
  expect(doubtOfZipCode('United States', state, zipCode)).toBeNull();
});

test('a ZIP code of another state is doubted, in the United States only', () => {
  expect(doubtOfZipCode('United States', 'OR', '10001')).toBe('This ZIP code is not in Oregon.');
  expect(doubtOfZipCode('United States', 'california', '89501')).toBe('This ZIP code is not in California.');
  expect(doubtOfZipCode('Canada', 'ON', '10001')).toBeNull();
});

const germany: AddressForm = {
  country: 'Germany',
  parts: ['zipCode', 'city'],
  required: ['city', 'zipCode'],
  labels: { city: 'City', state: 'Province', zipCode: 'Postal code' },
  zipPattern: '\\d{5}',
  zipExample: '26133',
  states: [],
};

test('a postcode of another country is doubted with an example', () => {
  expect(doubtOf('Germany', 'zipCode', 'SW1A 1AA', germany)).toBe('Postal codes in Germany look like 26133.');
  expect(doubtOf('Germany', 'zipCode', '10115', germany)).toBeNull();
  expect(doubtOf('Germany', 'state', 'Berlin', germany)).toBeNull();
});

test('nothing of a country without a form is doubted', () => {
  for (const field of ['state', 'zipCode', 'phone'] as const)
    expect(doubtOf('Norway', field, '?')).toBeNull();
});
