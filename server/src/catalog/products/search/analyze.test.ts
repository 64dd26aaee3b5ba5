import { expect, test } from 'vitest';
import { documentTerms, isAccessory, normalizePhrase, queryTerms, weighTerms } from './analyze.ts';

const product = { name: '', brand: '', description: '', specifications: {}, features: [] };

test('removes case, accents, trademark signs and plural endings', () => {
  expect(queryTerms('Cafés BATTERIES Boxes watches Glasses iPhones')).toEqual([
    'cafe',
    'battery',
    'box',
    'watch',
    'glass',
    'iphone',
  ]);
  expect(queryTerms('PlayStation®5')).toEqual(['playstation', '5']);
});

test('gives a measure the same term with and without a space', () => {
  expect(queryTerms('256 GB')).toEqual(queryTerms('256gb'));
  expect(documentTerms('256 GB')).toEqual(expect.arrayContaining(['256', 'gb', '256gb']));
  expect(documentTerms('256GB')).toEqual(expect.arrayContaining(['256', 'gb', '256gb']));
});

test('finds 13.3 inch screens by 13 inch', () => {
  expect(queryTerms('13 inch')).toEqual(['13in']);
  for (const written of ['13.3"', '13.3 in', '13,3-inch', '13.3″']) {
    expect(documentTerms(written)).toEqual(expect.arrayContaining(['13in', '13.3in']));
  }
});

test('finds a model written as one word by its parts', () => {
  expect(documentTerms('RTX3080')).toEqual(['rtx3080', 'rtx', '3080']);
  expect(documentTerms('WH-1000XM5')).toEqual(['wh', '1000xm5', 'xm5']);
});

test('weighs a term in the name above one in the description', () => {
  const description = 'Tested, cleaned and packed with a charger in its own box.';
  const { terms, weights } = weighTerms({ ...product, name: 'Phone', description });
  const weightOf = (term: string) => weights[terms.indexOf(term)] ?? 0;
  expect(weightOf('phone')).toBeGreaterThan(1.5 * weightOf('charger'));
  expect(weightOf('charger')).toBeGreaterThan(0);
});

test('knows the name of an accessory', () => {
  expect(isAccessory('Sleeve 13"')).toBe(true);
  expect(isAccessory('Laptop 13"')).toBe(false);
});

test('normalizes phrases so that synonyms match queries', () => {
  expect(normalizePhrase('  Solid-State  Drives ')).toBe('solid state drive');
});
