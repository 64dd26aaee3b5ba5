import { optionNames } from '@reprise/contract/catalog/products/option-names';
import type { ProductQuery } from '@reprise/contract/catalog/products/product';
import { expect, test } from 'vitest';
import { type ListPlan, planList } from './plan-list.ts';

const plain = ['category', 'brand', 'condition', 'origin', 'inStock', 'price'];
const withOptions = [...plain, ...optionNames, 'family', 'battery', 'saving'];

test.each<[string, ProductQuery, Partial<ListPlan> | { facets: string[] }]>([
  ['all products', {}, { cards: 'products', order: 'newest', placedBy: 'newest', facets: plain }],
  ['a sort', { sort: 'price-high' }, { order: 'price-high', placedBy: 'cheapest' }],
  ['a page', { page: 3, limit: 24 }, { limit: 24, offset: 48, after: undefined }],
  ['a cursor', { after: 'prd_1', limit: 24 }, { order: 'newest', offset: 0, after: 'prd_1' }],
  ['a search', { search: 'pixel' }, { order: 'relevance', placedBy: 'best' }],
  ['a search by relevance', { search: 'pixel', sort: 'relevance' }, { order: 'relevance' }],
  ['a search by price', { search: 'pixel', sort: 'price-low' }, { order: 'price-low', placedBy: 'cheapest' }],
  ['a search of the newest', { search: 'pixel', sort: 'newest' }, { order: 'newest', placedBy: 'newest' }],
  ['relevance without a search', { sort: 'relevance' }, { order: 'newest', placedBy: 'newest' }],
  ['deals', { deals: true }, { order: 'deals', placedBy: 'cheapest' }],
  ['deals by name', { deals: true, sort: 'name' }, { order: 'name' }],
  ['popular products', { popular: true }, { order: 'popular' }],
  ['a search among deals', { deals: true, search: 'pixel' }, { order: 'relevance' }],
  ['families', { show: 'families' }, { cards: 'families', facets: plain }],
  ['families of a category', { show: 'families', category: ['phones'] }, { facets: withOptions }],
  [
    'offers of a category',
    { show: 'offers', category: ['phones'] },
    { cards: 'products', facets: withOptions },
  ],
  ['a category without cards', { category: ['phones'] }, { cards: 'products', facets: plain }],
  ['an option', { show: 'offers', storage: ['64 GB'] }, { facets: withOptions }],
  ['a least saving', { show: 'families', saving: 20 }, { facets: withOptions }],
])('plans the list of %s', (_list, query, plan) => {
  expect(planList(query)).toMatchObject(plan);
});
