import { expect, test } from 'vitest';
import { readableChanges } from './readable-changes.ts';

test('says field by field what was and what is, amounts and switches in words', () => {
  const before = { priceCents: 21900, featured: false, standardShippingRate: 999, taxBasisPoints: 800 };
  const after = { priceCents: 19900, featured: true, standardShippingRate: 450, taxBasisPoints: 825 };
  expect(readableChanges(before, after)).toEqual([
    { field: 'Price', before: '$219.00', after: '$199.00' },
    { field: 'Featured', before: 'off', after: 'on' },
    { field: 'Standard shipping rate', before: '$9.99', after: '$4.50' },
    { field: 'Tax', before: '8 %', after: '8.25 %' },
  ]);
});

test('leaves out what stayed, and shows what came or went beside nothing', () => {
  expect(
    readableChanges({ status: 'pending', carrier: null }, { status: 'pending', carrier: 'UPS' }),
  ).toEqual([{ field: 'Carrier', before: null, after: 'UPS' }]);
  expect(readableChanges({ role: 'admin' }, null)).toEqual([{ field: 'Role', before: 'admin', after: null }]);
  expect(readableChanges(null, null)).toEqual([]);
});

test('reads lists and whatever else was kept, and cuts what is very long', () => {
  expect(readableChanges(null, { changed: ['name', 'phone'] })).toEqual([
    { field: 'Changed', before: null, after: 'name, phone' },
  ]);
  expect(readableChanges('old', 'new')).toEqual([{ field: 'Value', before: 'old', after: 'new' }]);
  expect(readableChanges(null, { specifications: { Storage: '128 GB' } })[0]?.after).toBe(
    '{"Storage":"128 GB"}',
  );
  expect(readableChanges(null, { text: 'x'.repeat(1000) })[0]?.after).toHaveLength(301);
});
