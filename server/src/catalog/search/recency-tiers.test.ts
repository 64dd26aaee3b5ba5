import { expect, test } from 'vitest';
import { readFromTiers, tiersToSearch } from './recency-tiers.ts';

const tiers = [8000, 16_000, 32_000, 64_000, 128_000].map((size) => ({ size, since: new Date(0) }));
const sizesFor = (share: number) => tiersToSearch({ tiers, share }, 1000).map(({ size }) => size);

test.each([
  { share: 0.3, sizes: [8000, 32_000] },
  { share: 0.05, sizes: [64_000] },
  { share: 0, sizes: [32_000, 128_000] },
])(
  'a search that matches $share of the products starts in the smallest tier with enough',
  ({ share, sizes }) => {
    expect(sizesFor(share)).toEqual(sizes);
  },
);

test('a search for rare words starts in the whole catalog', () => {
  expect(sizesFor(0.001)).toEqual([]);
});

test('a small catalog has no tiers', () => {
  expect(tiersToSearch({ tiers: [], share: 0.3 }, 1000)).toEqual([]);
});

test('only the sets that lack matches are read again from more products', async () => {
  const matchesIn: Record<string, number[]> = { all: [320, 900, 2000], price: [1500, 6000, 50_000] };
  const reads: (number | undefined)[][] = [];
  const names = ['all', 'price'];
  const { tier } = await readFromTiers(names, { tiers: tiers.slice(2, 4), enough: 500 }, async (tierOf) => {
    const read = names.map((name) => tierOf(name)?.size);
    reads.push(read);
    const places = [32_000, 64_000, undefined];
    return { counts: names.map((name, index) => matchesIn[name]?.[places.indexOf(read[index])] ?? 0) };
  });
  expect(reads).toEqual([
    [32_000, 32_000],
    [64_000, 32_000],
  ]);
  expect(tier?.size).toBe(64_000);
});

test('a tier that is not expected to have enough is skipped', async () => {
  const reads: (number | undefined)[] = [];
  await readFromTiers(['all'], { tiers: tiers.slice(2, 4), enough: 500 }, async (tierOf) => {
    reads.push(tierOf('all')?.size);
    return { counts: [100] };
  });
  expect(reads).toEqual([32_000, undefined]);
});
