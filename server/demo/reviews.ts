// Demo reviews. A person reviews a product at most once.
import type { Condition } from './models/model.ts';
import { audioReviews } from './reviews/audio.ts';
import { consoleReviews } from './reviews/consoles.ts';
import { laptopReviews } from './reviews/laptops.ts';
import { smartphoneReviews } from './reviews/smartphones.ts';
import { tabletReviews } from './reviews/tablets.ts';
import { watchReviews } from './reviews/watches.ts';

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

export type ReviewsByModel = Record<string, readonly ReviewRow[]>;

const all = [
  smartphoneReviews,
  laptopReviews,
  audioReviews,
  consoleReviews,
  tabletReviews,
  watchReviews,
].flatMap((reviews) => Object.entries(reviews));

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
