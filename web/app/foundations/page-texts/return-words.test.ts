import { expect, test } from 'vitest';
import { returnLineOf, returnSentences } from './return-words.ts';

const policy = { days: 30, changeOfMind: true, labelBy: 'customer', restockingPercent: 10 } as const;
const category = { ...policy, categoryId: 'cat_1', category: 'Earphones' };

test('a category has its own terms beside the general ones', () => {
  const defects = { ...category, changeOfMind: false, days: 14 };
  expect(
    returnSentences({ general: policy, categories: [defects], savedAt: '2026-11-30T00:00:00Z' }),
  ).toEqual({
    lead: 'You can return a device within 30 days of delivery, for any reason.',
    costs: 'You pay for the way back, and we retain 10% of the price.',
    exceptions: [
      [
        'Earphones',
        'Taken back for a defect only, within 14 days of delivery or during the warranty, whichever is longer.',
      ],
    ],
  });
});

test('no days are stated where there are none', () => {
  const none = { ...policy, days: 0 };
  expect(returnSentences({ general: none, categories: [{ ...category, days: 0 }], savedAt: null })).toEqual({
    lead: 'You can return a device if it has a defect, as long as its warranty lasts.',
    costs: null,
    exceptions: [['Earphones', 'Taken back for a defect only, as long as its warranty lasts.']],
  });
  expect(returnLineOf(none, true)).toEqual({
    promise: 'Returned only for a defect',
    detail: ', as long as its warranty lasts',
  });
});
