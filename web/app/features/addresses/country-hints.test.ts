import type { Country } from '@reprise/contract/countries';
import { expect, test } from 'vitest';
import { doubtOf, type HintedField } from '../../forms/address/country-hints.ts';

test.each<[Country, HintedField, string[]]>([
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

test.each<[Country, HintedField, string]>([
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
