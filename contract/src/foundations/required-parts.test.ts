import { expect, test } from 'vitest';
import { senderInput } from '../sales/orders/shipping/carrier-account.ts';

const sender = {
  name: 'Reprise',
  street: 'Werkstraße 1',
  street2: '',
  city: 'Berlin',
  state: '',
  zipCode: '10115',
  country: 'Germany',
  phone: '+49 30 5550100',
};

const missingIn = (changes: object) =>
  senderInput.safeParse({ ...sender, ...changes }).error?.issues.map(({ message }) => message) ?? [];

test('a sender needs the parts of an address that its country has', () => {
  expect(missingIn({})).toEqual([]);
  expect(missingIn({ zipCode: '' })).toEqual(['ZIP code is required']);
  expect(missingIn({ country: 'United States' })).toEqual(['State is required']);
  expect(missingIn({ country: 'Hong Kong', city: '', zipCode: '' })).toEqual(['State is required']);
});
