import { expect, test } from 'vitest';
import { tiersToSearch } from './recency-tiers.ts';

const tiers = [8000, 16_000, 32_000, 64_000, 128_000].map((size) => ({ size, since: new Date(0) }));
const sizesFor = (share: number) => tiersToSearch({ tiers, share }, 1000).map((tier) => tier?.size);

test.each([
  { share: 0.3, sizes: [8000, 32_000] },
  { share: 0.05, sizes: [64_000, undefined] },
  { share: 0.001, sizes: [32_000, 128_000] },
])(
  'a search that matches $share of the products starts in the smallest tier with enough',
  ({ share, sizes }) => {
    expect(sizesFor(share)).toEqual(sizes);
  },
);

test('a small catalog has no tiers', () => {
  expect(tiersToSearch({ tiers: [], share: 0.3 }, 1000)).toEqual([]);
});
