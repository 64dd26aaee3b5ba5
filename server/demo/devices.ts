import { luhnDigit } from '@reprise/contract/workshop/codes/luhn-digit';

/** Steps of the bench in their order. */
export const benchSteps = ['checked', 'wiped', 'tested', 'graded', 'ready'] as const;
export type BenchStep = (typeof benchSteps)[number];

/** Row of the manifest of the open lot. */
export type LotRow = {
  /** Slug of a product of its model. */
  slug: string;
  /** Grade that the supplier declared. */
  declared: string;
  /** Last step that is done, or `received` without one; missing while the device is on its way. */
  done?: BenchStep | 'received';
  finding?: 'blacklisted' | 'wipe failed' | 'weak battery' | 'cracked screen';
};

/** Products that the demo sells by device; the others are counted. */
export const soldByDevice: readonly string[] = [
  'iphone-13-256-gb-blue-good',
  'iphone-15-pro-256-gb-natural-titanium-excellent',
  'iphone-15-pro-128-gb-blue-titanium-fair',
  'iphone-17-256-gb-lavender-refurbished',
  'iphone-17-256-gb-sage-excellent',
  'iphone-17-512-gb-black-good',
  'pixel-8-128-gb-hazel-refurbished',
];

/** Rows of the lot that has come in part, in the order of its manifest. */
export const nextLotRows: readonly LotRow[] = [
  { slug: 'iphone-17-256-gb-lavender-good', declared: 'B', done: 'received' },
  { slug: 'pixel-8-128-gb-hazel-good', declared: 'B', done: 'received' },
  { slug: 'iphone-17-256-gb-lavender-good', declared: 'A', done: 'checked' },
  { slug: 'iphone-15-pro-256-gb-natural-titanium-good', declared: 'A', done: 'wiped' },
  { slug: 'iphone-13-256-gb-blue-good', declared: 'B', done: 'tested' },
  { slug: 'iphone-17-256-gb-sage-excellent', declared: 'A', done: 'ready' },
  { slug: 'iphone-15-pro-256-gb-natural-titanium-good', declared: 'A', done: 'ready' },
  { slug: 'iphone-13-256-gb-blue-good', declared: 'B', done: 'received', finding: 'blacklisted' },
  { slug: 'pixel-8-128-gb-hazel-good', declared: 'C', done: 'checked', finding: 'wipe failed' },
  {
    slug: 'iphone-15-pro-256-gb-natural-titanium-good',
    declared: 'B',
    done: 'checked',
    finding: 'weak battery',
  },
  { slug: 'pixel-8-128-gb-hazel-good', declared: 'B', done: 'checked', finding: 'cracked screen' },
  { slug: 'iphone-13-256-gb-blue-good', declared: 'B' },
  { slug: 'iphone-13-256-gb-blue-good', declared: 'C' },
  { slug: 'iphone-15-pro-256-gb-natural-titanium-good', declared: 'A' },
  { slug: 'pixel-8-128-gb-hazel-good', declared: 'B' },
];

/** Returns the made-up numbers of the demo's device with this index, counted from 0. TS.06 sets IMEIs that begin with 00 apart for tests. */
export function numbersOf(index: number): { imei: string; serial: string } {
  const digits = `00100001${String(index + 1).padStart(6, '0')}`;
  const letters = String(index + 1)
    .padStart(8, '0')
    .replaceAll(/\d/g, (digit) => 'ABCDEFGHJK'[Number(digit)] ?? 'A');
  return { imei: digits + luhnDigit(digits), serial: `DEMO${letters}` };
}

/** Returns the index of the device of an order whose device comes back: after those on sale and of the open lot. */
export const indexOfReturned = (order: number): number => 900 + order;
