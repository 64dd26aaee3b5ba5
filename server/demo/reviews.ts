// Demo reviews. A person reviews a product at most once.
import type { Condition } from '@reprise/contract/catalog/products/conditions';
import { readDemo } from './read-demo.ts';

export type DemoReview = {
  modelKey: string;
  /** Condition that the writer bought. */
  condition: Condition;
  rating: 1 | 2 | 3 | 4 | 5;
  title: string;
  text: string;
  /** Index in `demoPeople`. */
  personIndex: number;
  daysAgo: number;
};

type ReviewRow = readonly [
  personIndex: number,
  rating: DemoReview['rating'],
  daysAgo: number,
  condition: Condition,
  title: string,
  text: string,
];

const all = Object.entries(readDemo<Record<string, readonly ReviewRow[]>>('reviews.json'));

export const demoReviews: readonly DemoReview[] = all.flatMap(([modelKey, rows]) =>
  rows.map(([personIndex, rating, daysAgo, condition, title, text]) => ({
    modelKey,
    condition,
    rating,
    title,
    text,
    personIndex,
    daysAgo,
  })),
);
