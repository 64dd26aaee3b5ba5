import { expect, test } from 'vitest';
import { restOf, slipParcelsOf } from './parcels.ts';

const product = (id: string) => ({ id, name: id.toUpperCase() });
const item = (id: string, quantity: number, refundedQuantity = 0) =>
  ({ product: product(id), quantity, refundedQuantity }) as never;

test('restOf leaves out what is in parcels or refunded', () => {
  const parcels = [
    { items: [{ product: product('a'), quantity: 1, units: [] }] },
    { items: [{ product: product('b'), quantity: 2, units: [] }] },
  ] as never;
  expect(restOf({ items: [item('a', 3, 1), item('b', 2), item('c', 1)], parcels })).toEqual([
    { product: product('a'), quantity: 1 },
    { product: product('c'), quantity: 1 },
  ]);
});

const parcel = (number: number, ...parts: [id: string, quantity: number, ...units: string[]][]) => ({
  ...{ id: `par_${number}`, number, carrier: 'UPS', trackingNumber: `1Z${number}` },
  items: parts.map(([id, quantity, ...units]) => ({ product: product(id), quantity, units })),
});
const order = (more: object) =>
  ({
    items: [{ ...(item('a', 3) as object), devices: [{ number: 'U-1' }, { number: 'U-2' }] }, item('b', 2)],
    parcels: [parcel(1, ['a', 1, 'U-1']), parcel(2, ['a', 1], ['b', 1])],
    ...more,
  }) as never;

test('slips of a partly shipped order are of the next parcel', () => {
  const open = order({ status: 'processing', isPartlyShipped: true });
  expect(slipParcelsOf(open, null)).toMatchObject([
    {
      ...{ number: 3, trackingNumber: null, follows: [] },
      items: [
        { product: product('a'), quantity: 1, devices: [{ number: 'U-2' }] },
        { product: product('b'), quantity: 1 },
      ],
      sentBefore: [
        { product: product('a'), quantity: 2 },
        { product: product('b'), quantity: 1 },
      ],
    },
  ]);
});

test('the slip of a parcel has its own items, those sent before it and those that follow', () => {
  const open = order({ status: 'processing', isPartlyShipped: true });
  expect(slipParcelsOf(open, 1)).toMatchObject([
    {
      ...{ number: 1, trackingNumber: '1Z1', sentBefore: [] },
      items: [{ product: product('a'), quantity: 1, devices: [{ number: 'U-1' }] }],
      follows: [
        { product: product('a'), quantity: 2 },
        { product: product('b'), quantity: 2 },
      ],
    },
  ]);
  const sent = slipParcelsOf(order({ status: 'shipped' }), null);
  expect(sent.map(({ number }) => number)).toEqual([1, 2]);
  expect(slipParcelsOf({ items: [], status: 'processing' } as never, null)).toEqual([]);
});
