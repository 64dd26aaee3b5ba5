import { expect, test } from 'vitest';
import { addressFormOf } from './address-forms.ts';

test('a form has the parts, labels and states of its country', () => {
  expect(addressFormOf('Germany')).toEqual({
    country: 'Germany',
    parts: ['zipCode', 'city'],
    required: ['city', 'zipCode'],
    labels: { city: 'City', state: 'Province', zipCode: 'Postal code' },
    zipPattern: '\\d{5}',
    zipExample: '26133',
    states: [],
  });
  const { parts, labels, states } = addressFormOf('Australia');
  expect(parts).toEqual(['city', 'state', 'zipCode']);
  expect(labels).toEqual({ city: 'Suburb', state: 'State', zipCode: 'Postal code' });
  expect(states).toContainEqual(['NSW', 'New South Wales']);
  expect(addressFormOf('Japan').states[0]).toEqual(['Hokkaido', 'Hokkaido']);
  expect(addressFormOf('Hong Kong')).toMatchObject({ zipPattern: null, required: ['state'] });
});
