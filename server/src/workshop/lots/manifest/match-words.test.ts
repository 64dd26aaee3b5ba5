import { expect, test } from 'vitest';
import { WordMatcher } from './match-words.ts';

const names = [
  'iPhone 13 128 GB Midnight',
  'iPhone 13 256 GB Midnight',
  'iPhone 13 128 GB Starlight',
  'iPhone 13 Pro 128 GB Graphite',
  'iPhone 13 mini 128 GB Midnight',
  'iPhone 12 64 GB Blue',
  'iPhone SE (2020) 64 GB White',
  'iPhone SE (2022) 64 GB White',
  'iPad mini 6 64 GB Purple',
];
const models = [
  ...names.map((name) => ({ key: name, name, brand: 'Apple' })),
  ...['Galaxy S21 5G 128 GB Gray', 'Galaxy S21 128 GB Gray'].map((name) => ({
    key: name,
    name,
    brand: 'Samsung',
  })),
];
const matcher = new WordMatcher(models);

test.each([
  ['Apple iPhone 13 128GB Midnight', 'iPhone 13 128 GB Midnight'],
  ['IPHONE 13 (128GB) - MIDNIGHT, UNLOCKED', 'iPhone 13 128 GB Midnight'],
  ['Midnight Apple 128 GB iPhone 13 Grade A', 'iPhone 13 128 GB Midnight'],
  ['APPLE INC IPHONE 13 128GB MIDNT UNL', 'iPhone 13 128 GB Midnight'],
  ['IPHONE 13 128 MIDNT UNL', 'iPhone 13 128 GB Midnight'],
  ['iPhone 13 128 Go Minuit', 'iPhone 13 128 GB Midnight'],
  ['iPhone SE (2020) 64GB Weiß', 'iPhone SE (2020) 64 GB White'],
  ['Apple iPhone 12 64GB', 'iPhone 12 64 GB Blue'],
  ['Samsung Galaxy S21 5G 128GB Grey', 'Galaxy S21 5G 128 GB Gray'],
])('suggests a model for "%s"', (words, name) => {
  expect(matcher.suggest(words)?.name).toBe(name);
});

test.each([
  'Apple iPhone 13 128GB',
  'iPhone 13 Pro Max 128GB Graphite',
  'iPhone 13 512GB Midnight',
  'iPhone 13 Midnight',
  'iPhone SE 64GB White',
  'iPhone 14 128GB Midnight',
  'Mixed parts phones',
  '128GB',
  '',
])('suggests none for "%s"', (words) => {
  expect(matcher.suggest(words)).toBeNull();
});
