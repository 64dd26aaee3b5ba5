import { expect, test } from 'vitest';
import { restOf } from './parcels.ts';

const product = (id: string) => ({ id, name: id.toUpperCase() });
const item = (id: string, quantity: number, refundedQuantity = 0) =>
  ({ product: product(id), quantity, refundedQuantity }) as never;

test('restOf leaves out what is in parcels or refunded', () => {
  const parcels = [
    { items: [{ product: product('a'), quantity: 1, units: [] }] },
    { items: [{ product: product('b'), quantity: 2, units: [] }] },
  ] as never;
  expect(restOf({ items: [item('a', 3, 1), item('b', 2), item('c', 1)], parcels })).toEqual([
    { name: 'A', quantity: 1 },
    { name: 'C', quantity: 1 },
  ]);
});
