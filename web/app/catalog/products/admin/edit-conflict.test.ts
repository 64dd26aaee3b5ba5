import type { AdminProduct } from '@reprise/contract/catalog/products/products-admin';
import { cents } from '@reprise/contract/money';
import { expect, test } from 'vitest';
import { changesBetween } from './edit-conflict.tsx';

test('an edit conflict lists changed fields, short ones with their new value', () => {
  const before = {
    name: 'Pixel 8',
    price: cents(40_000),
    originalPrice: null,
    condition: 'good',
    origin: 'pre-owned',
    description: 'Old',
    images: [],
  } as unknown as AdminProduct;
  const after = { ...before, price: cents(39_000), condition: 'fair' as const, description: 'New' };
  expect(changesBetween(before, after)).toEqual([
    'the price (now $390.00)',
    'the condition (now Fair)',
    'the description',
  ]);
  expect(changesBetween(before, before)).toEqual([]);
});
