import { settings } from '@reprise/contract/foundations/settings';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { idsIn, readableChanges } from './readable-changes.ts';

test('lists old and new value of each field, with amounts and switches formatted', () => {
  const before = { priceCents: 21900, featured: false, standardShippingRate: 999, taxBasisPoints: 800 };
  const after = { priceCents: 19900, featured: true, standardShippingRate: 450, taxBasisPoints: 825 };
  expect(readableChanges(before, after)).toEqual([
    { field: 'Price', before: '$219.00', after: '$199.00' },
    { field: 'Featured', before: 'off', after: 'on' },
    { field: 'Standard shipping rate', before: '$9.99', after: '$4.50' },
    { field: 'Tax', before: '8 %', after: '8.25 %' },
  ]);
});

test('formats every amount of the settings as money', () => {
  const shape = Object.entries(settings.shape) as [string, z.ZodType][];
  const amounts = shape.filter(([, schema]) => z.safeEncode(schema, 12345).data === 123.45);
  expect(amounts.length).toBeGreaterThanOrEqual(4);
  for (const [name] of amounts) {
    expect(readableChanges(null, { [name]: 12345 })[0]?.after).toBe('$123.45');
  }
});

test('shows names instead of the ids that a change refers to', () => {
  const nameOf = (id: string) => (id === 'cat_1' ? 'Drones' : undefined);
  expect(readableChanges({ categoryId: 'cat_1' }, { categoryId: 'cat_2' }, nameOf)).toEqual([
    { field: 'Category', before: 'Drones', after: 'cat_2' },
  ]);
  expect(idsIn({ categoryId: 'cat_1', name: 'cat' }, { customer: 'usr_2', phrases: ['prd_3'] })).toEqual([
    'cat_1',
    'usr_2',
    'prd_3',
  ]);
});

test('omits unchanged fields, and shows an added or removed value without the other', () => {
  expect(
    readableChanges({ status: 'pending', carrier: null }, { status: 'pending', carrier: 'UPS' }),
  ).toEqual([{ field: 'Carrier', before: null, after: 'UPS' }]);
  expect(readableChanges({ role: 'admin' }, null)).toEqual([{ field: 'Role', before: 'admin', after: null }]);
  expect(readableChanges(null, null)).toEqual([]);
});

test('formats lists, texts and objects, and truncates long values', () => {
  expect(readableChanges(null, { changed: ['name', 'phone'] })).toEqual([
    { field: 'Changed', before: null, after: 'name, phone' },
  ]);
  expect(readableChanges('old', 'new')).toEqual([{ field: 'Value', before: 'old', after: 'new' }]);
  expect(readableChanges(null, { specifications: { Storage: '128 GB' } })[0]?.after).toBe(
    '{"Storage":"128 GB"}',
  );
  expect(readableChanges(null, { text: 'x'.repeat(1000) })[0]?.after).toHaveLength(301);
});
