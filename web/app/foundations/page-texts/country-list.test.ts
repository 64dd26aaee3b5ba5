import { expect, test } from 'vitest';
import { countryList } from './country-list.ts';

test.each([
  [['United States', 'Canada', 'United Kingdom'], 'the United States, Canada and the United Kingdom'],
  [['Germany', 'Netherlands'], 'Germany and the Netherlands'],
  [['France'], 'France'],
])('lists %j as a sentence does', (countries, text) => {
  expect(countryList(countries)).toBe(text);
});
