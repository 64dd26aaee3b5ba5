import {
  conditionLabels,
  conditions,
  originLabels,
  origins,
} from '@reprise/contract/catalog/products/conditions';
import type { Category } from '@reprise/contract/catalog/products/product';
import type { AdminProductQuery } from '@reprise/contract/catalog/products/products-admin';
import { stockLevels } from '@reprise/contract/catalog/products/stock';
import { useQuery } from '@tanstack/react-query';
import { choicesOf, linkedFilter, searchFilter, selectFilter } from '../../../admin-ui/list/list-filters.tsx';
import { api } from '../../../api/browser-api.ts';

/** Views besides all products for sale. */
export const listViews = [
  'featured',
  'no-picture',
  'no-category',
  'below-grade',
  'drafts',
  'archived',
] as const;
export type ListView = (typeof listViews)[number];

const stockLabels = { 'in-stock': 'Well stocked', low: 'Low stock', out: 'Out of stock' };

const showLabels: Record<ListView, string> = {
  featured: 'Featured',
  'no-picture': 'Without image',
  'no-category': 'Without category',
  'below-grade': 'Battery below its grade',
  drafts: 'Drafts',
  archived: 'Archived',
};

const flags: Record<ListView, AdminProductQuery> = {
  featured: { featured: true },
  'no-picture': { withoutPicture: true },
  'no-category': { withoutCategory: true },
  'below-grade': { belowGrade: true },
  drafts: { draft: true },
  archived: { archived: true },
};

/** Filters of the product list. */
export function useProductFilters(categories: Category[] = []) {
  const brands = useQuery({ queryKey: ['brands'], queryFn: () => api.listBrands() });
  return [
    searchFilter('Search products'),
    linkedFilter('in', 'Descriptions too', () => ({ inText: true })),
    selectFilter({
      name: 'category',
      label: 'Category',
      all: 'All Categories',
      choices: categories.map(({ name }) => ({ value: name, label: name })),
      takesAny: true,
      queryOf: (category) => ({ category: [category] }),
    }),
    selectFilter({
      name: 'brand',
      label: 'Brand',
      all: 'Any brand',
      choices: (brands.data?.brands ?? []).map((name) => ({ value: name, label: name })),
      takesAny: true,
      queryOf: (brand) => ({ brand: [brand] }),
    }),
    selectFilter({
      name: 'condition',
      label: 'Condition',
      all: 'Any condition',
      choices: choicesOf(conditions, conditionLabels),
      queryOf: (condition) => ({ condition: [condition] }),
    }),
    selectFilter({
      name: 'origin',
      label: 'Origin',
      all: 'Any origin',
      choices: choicesOf(origins, originLabels),
      queryOf: (origin) => ({ origin: [origin] }),
    }),
    selectFilter({
      name: 'stock',
      label: 'Stock',
      all: 'Any stock',
      choices: choicesOf(stockLevels, stockLabels),
    }),
    selectFilter({
      name: 'show',
      label: 'Show',
      all: 'All on sale',
      choices: choicesOf(listViews, showLabels),
      queryOf: (view) => flags[view],
    }),
  ] as const;
}

/** Returns the filters in words, as a list with "Select all" names them; '' without filters. */
export function describeFilters({
  search,
  inText,
  category,
  brand,
  condition,
  origin,
  stock,
  ...others
}: AdminProductQuery): string {
  const view = listViews.find((name) =>
    Object.keys(flags[name]).some((flag) => others[flag as keyof typeof others]),
  );
  const parts = [
    search && `“${search}” in ${inText ? 'name, SKU, brand or description' : 'name, SKU or brand'}`,
    category?.join(' or '),
    brand?.join(' or '),
    condition?.map((value) => conditionLabels[value]).join(' or '),
    origin?.map((value) => originLabels[value]).join(' or '),
    stock && stockLabels[stock],
    view && showLabels[view],
  ];
  return parts.filter(Boolean).join(', ');
}
