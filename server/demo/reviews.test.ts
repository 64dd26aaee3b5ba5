import { expect, test } from 'vitest';
import { demoModels } from './models.ts';
import { demoReviews } from './reviews.ts';

const models = new Map(
  demoModels.flatMap((model) => model.products.map(({ modelKey }) => [modelKey, model] as const)),
);

test('each review stands on the family that its text is about', () => {
  const strangers = demoReviews.flatMap(({ modelKey, title, text }) => {
    const words = `${title} ${text}`;
    const own = models.get(modelKey)?.name;
    if (own === undefined) return [`${modelKey}: unknown`];
    const others = demoModels.filter(({ name }) => words.includes(name) && !own.includes(name));
    return others.map(({ name }) => `${modelKey}: ${name}`);
  });
  expect(strangers).toEqual([]);
});
