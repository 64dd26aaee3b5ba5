import { expect, test } from 'vitest';
import { formatAddress } from './format-address.ts';

const to = { address: '1 Main St', address2: 'Apt 2', city: 'Town', state: 'ST', zipCode: '12345' };

test.each([
  ['United States', ['1 Main St', 'Apt 2', 'Town, ST 12345']],
  ['Canada', ['1 Main St', 'Apt 2', 'Town ST 12345']],
  ['United Kingdom', ['1 Main St', 'Apt 2', 'Town', 'ST', '12345']],
  ['Germany', ['1 Main St', 'Apt 2', '12345 Town', 'ST']],
  ['Switzerland', ['1 Main St', 'Apt 2', 'CH-12345 Town', 'ST']],
  ['Singapore', ['1 Main St', 'Apt 2', 'SINGAPORE 12345', 'Town', 'ST']],
  ['Atlantis', ['1 Main St', 'Apt 2', 'Town', 'ST', '12345']],
])('prints an address in %s in the order the country uses', (country, lines) => {
  expect(formatAddress({ ...to, country })).toEqual([...lines, country]);
});

test('leaves out what an address does not have', () => {
  const none = { ...to, address2: '', state: '', zipCode: '' };
  expect(formatAddress({ ...none, country: 'United States' })).toEqual([
    '1 Main St',
    'Town',
    'United States',
  ]);
  expect(formatAddress({ ...none, country: 'Switzerland' })).toEqual(['1 Main St', 'Town', 'Switzerland']);
  expect(formatAddress({ ...none, city: '', address: '', country: '' })).toEqual([]);
});

test('does not repeat a county that is the city', () => {
  const london = { address: '1 Mall', city: 'London', state: 'London', zipCode: 'SW1A 1AA' };
  expect(formatAddress({ ...london, country: 'United Kingdom' })).toEqual([
    '1 Mall',
    'London',
    'SW1A 1AA',
    'United Kingdom',
  ]);
});
