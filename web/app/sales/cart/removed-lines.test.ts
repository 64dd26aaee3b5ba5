import { cents } from '@reprise/contract/money';
import { expect, test } from 'vitest';
import type { CartLine } from './cart-store.ts';
import { putBack, toRows } from './removed-lines.ts';

const line = (id: string): CartLine => ({
  product: {
    id,
    slug: id,
    name: id,
    brand: 'Apple',
    image: null,
    price: cents(100),
    stockCount: 3,
    condition: 'good',
  },
  quantity: 1,
});
const [a, b, c] = [line('a'), line('b'), line('c')] as const;
const shown = (rows: ReturnType<typeof toRows>) =>
  rows.map((row) => (row.isRemoved ? `(${row.line.product.id})` : row.line.product.id));

test('removed lines keep their places, and a restored one returns to its own', () => {
  const removed = [
    { line: c, position: 2 },
    { line: a, position: 0 },
  ];
  const rows = toRows([b], removed);
  expect(shown(rows)).toEqual(['(a)', 'b', '(c)']);
  expect(putBack(rows, a)).toEqual([a, b]);
  expect(putBack(rows, c)).toEqual([b, c]);
});

test('a product that was added again has no place of a removed line', () => {
  expect(shown(toRows([b, a], [{ line: a, position: 0 }]))).toEqual(['b', 'a']);
});
