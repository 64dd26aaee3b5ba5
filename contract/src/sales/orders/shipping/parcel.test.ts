import { expect, test } from 'vitest';
import { type Packaging, parcelOf } from './parcel.ts';

const packaging: Packaging = {
  itemGrams: 500,
  box: { grams: 120, lengthMm: 250, widthMm: 180, heightMm: 100 },
};
const phone = { grams: 190, lengthMm: 150, widthMm: 75, heightMm: 10 };
const laptop = { grams: 1600, lengthMm: 330, widthMm: 230, heightMm: 22 };
const unknown = { grams: null, lengthMm: null, widthMm: null, heightMm: null };

test('a parcel has the weight of its items and of the box', () => {
  expect(parcelOf([{ quantity: 2, size: phone }], packaging)).toEqual({ ...packaging.box, grams: 500 });
});

test('items without a weight count as the shop says, and travel in its box', () => {
  const items = [
    { quantity: 1, size: laptop },
    { quantity: 1, size: unknown },
    { quantity: 2, size: null },
  ];
  expect(parcelOf(items, packaging)).toEqual({ ...packaging.box, grams: 120 + 1600 + 3 * 500 });
});

test('items that do not fit the box of the shop lie on each other in a larger one', () => {
  const items = [
    { quantity: 2, size: laptop },
    { quantity: 1, size: phone },
  ];
  expect(parcelOf(items, packaging)).toEqual({ grams: 3510, lengthMm: 350, widthMm: 250, heightMm: 74 });
});

test('a box is turned as the items need it', () => {
  const tall = { grams: 100, lengthMm: 80, widthMm: 80, heightMm: 230 };
  expect(parcelOf([{ quantity: 1, size: tall }], packaging)).toEqual({ ...packaging.box, grams: 220 });
});
