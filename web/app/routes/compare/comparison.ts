import { conditionText } from '@reprise/contract/catalog/products/condition-text';
import type { Product } from '@reprise/contract/catalog/products/product';
import { stockLevel } from '@reprise/contract/catalog/products/stock';
import { formatTenths } from '@reprise/contract/formats';
import { warrantyText } from '../../sales/cart/cart-product.ts';

/** Row of the comparison: a value for each product, in their order. */
export type ComparisonRow = { name: string; values: string[]; differs: boolean };

/** Returns rows for the common fields, then for each specification that any of the products has. */
export function comparisonOf(products: Product[]): ComparisonRow[] {
  const facts: [string, (product: Product) => string][] = [
    ['Condition', ({ condition, origin }) => conditionText(condition, origin)],
    ['Stock', ({ stockCount }) => stockTexts[stockLevel(stockCount)]],
    [
      'Rating',
      ({ rating, reviewCount }) => (reviewCount > 0 ? `${formatTenths(rating)} (${reviewCount})` : ''),
    ],
    ['Battery health', ({ batteryHealth }) => (batteryHealth ? `At least ${batteryHealth}%` : '')],
    ['Warranty', ({ warranty }) => capitalize(warrantyText(warranty))],
    ['Brand', ({ brand }) => brand],
  ];
  const specifications = specificationNames(products).map((name): [string, (product: Product) => string] => [
    name,
    (product) => specificationOf(product, name),
  ]);
  return [...facts, ...specifications].map(([name, read]) => {
    const values = products.map(read);
    return { name, values, differs: new Set(values.map(normalize)).size > 1 };
  });
}

const stockTexts = { out: 'Out of stock', low: 'Only a few left', 'in-stock': 'In stock' } as const;

/** Returns the distinct names, ignoring case; the first spelling wins. */
function specificationNames(products: Product[]): string[] {
  const names = new Map<string, string>();
  for (const { specifications } of products) {
    for (const name of Object.keys(specifications)) {
      if (!names.has(normalize(name))) names.set(normalize(name), name);
    }
  }
  return [...names.values()];
}

function specificationOf({ specifications }: Product, specification: string): string {
  const entry = Object.entries(specifications).find(([name]) => normalize(name) === normalize(specification));
  return entry?.[1] ?? '';
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const normalize = (text: string) => text.trim().toLowerCase();
