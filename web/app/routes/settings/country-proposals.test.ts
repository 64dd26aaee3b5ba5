import { currencies } from '@reprise/contract/currencies';
import { expect, test } from 'vitest';
import { countryProposals } from './country-proposals.ts';

test('each proposal is of a currency that a store can have', () => {
  const unknown = [...countryProposals].filter(([, { currency }]) => !currencies.has(currency));
  expect(unknown).toEqual([]);
});

test.each([
  ['Germany', { currency: 'EUR', format: 'de-DE', paper: 'a4', weekStartsOn: 'monday' }],
  ['Japan', { currency: 'JPY', format: 'ja-JP', paper: 'a4', weekStartsOn: 'sunday' }],
  ['United States', { currency: 'USD', format: 'en-US', paper: 'letter', weekStartsOn: 'sunday' }],
])('a store in %s is proposed its currency, format, paper and week', (country, proposal) => {
  expect(countryProposals.get(country)).toEqual(proposal);
});
