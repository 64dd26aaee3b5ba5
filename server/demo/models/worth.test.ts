import { expect, test } from 'vitest';
import { demoModels } from './all.ts';
import { worthOf } from './worth.ts';

test('value falls every month, and a higher launch price stays higher', () => {
  const worth = (launched: number, released: string) => worthOf(launched, 'Smartphones', 'Apple', released);
  expect(worth(799, 'November 2026')).toBe(799);
  expect(worth(800, 'November 2025')).toBe(656);
  expect(worth(799, 'September 2021')).toBeLessThan(worth(799, 'October 2021'));
  expect(worth(899, 'September 2021')).toBeGreaterThan(worth(799, 'September 2021'));
});

test('an invalid release date throws with its text', () => {
  expect(() => worthOf(799, 'Smartphones', 'Apple', '2021')).toThrow('"2021" is not a month and a year.');
  expect(() => worthOf(799, 'Smartphones', 'Apple', 'Autumn 2021')).toThrow('"Autumn 2021"');
});

test('the larger configuration of a model is never cheaper in the same condition', () => {
  for (const { products } of demoModels) {
    for (const a of products) {
      for (const b of products) {
        if (a.condition === b.condition && a.originalPriceCents > b.originalPriceCents)
          expect(a.priceCents, `${a.slug} beside ${b.slug}`).toBeGreaterThanOrEqual(b.priceCents);
      }
    }
  }
});

test('the earliest configuration has the release year of its model', () => {
  for (const { name, releaseYear, products } of demoModels) {
    const years = products.map(({ specifications }) => Number(specifications.Released?.slice(-4)));
    expect(Math.min(...years), name).toBe(releaseYear);
  }
});
