import type { ConditionOffer } from '@reprise/contract/catalog/products/product';
import { cents } from '@reprise/contract/money';
import { expect, test } from 'vitest';
import { toLadderOffers } from './ladder-offers.ts';

const offer = (extra: Partial<ConditionOffer>): ConditionOffer => ({
  id: 'prd_1',
  slug: 'phone',
  condition: 'good',
  origin: 'pre-owned',
  price: cents(20_000),
  originalPrice: null,
  formerPrice: null,
  stockCount: 1,
  inStock: true,
  images: ['/front.webp', '/back.webp'],
  warranty: { duration: '12 months', type: 'Certified Warranty', description: '' },
  batteryHealth: 85,
  ...extra,
});

const grade = (code: string, condition: ConditionOffer['condition'], worstWear: string | null = null) => ({
  ...{ code, condition, publicName: code, batteryFloor: null, worstWear },
  words: { screen: 'No chip', body: `At most ${code.length} dents` },
});
const grading = {
  surfaces: [
    { key: 'screen', label: 'Screen' },
    { key: 'body', label: 'Body' },
  ],
  grades: [grade('B', 'good'), grade('R', 'refurbished', 'B')],
};

test('a condition says its warranty, its battery and the words of its grade', () => {
  const [good, refurbished] = toLadderOffers(
    [offer({}), offer({ id: 'prd_2', condition: 'refurbished', batteryHealth: 100 })],
    grading,
  );
  expect(good).toMatchObject({
    promises: ['12-month certified warranty', 'battery 85% or better'],
    look: 'Body: at most 1 dents.',
  });
  expect(refurbished).toMatchObject({
    promises: ['12-month certified warranty', 'new battery'],
    look: 'Worn parts replaced. Body: at most 1 dents.',
  });
});

test('a condition without a grade or promises says what it means in general', () => {
  const none = { duration: '', type: '', description: '' };
  const [fair] = toLadderOffers([offer({ condition: 'fair', warranty: none, batteryHealth: null })], grading);
  expect(fair).toMatchObject({ promises: [], look: 'Visible marks and wear. Fully working.' });
});

test('a condition shows the first picture that no other condition has', () => {
  const worn = offer({
    id: 'prd_2',
    condition: 'fair',
    images: ['/front.webp', '/scratch.webp', '/dent.webp'],
  });
  const same = offer({ id: 'prd_3', images: ['/front.webp'] });
  expect(toLadderOffers([offer({ images: ['/front.webp'] }), worn, same]).map(({ image }) => image)).toEqual([
    null,
    '/scratch.webp',
    null,
  ]);
});
