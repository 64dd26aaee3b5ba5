import { defaultWarranty, type Product } from '@reprise/contract/catalog/products/product';
import { cents } from '@reprise/contract/money';
import { expect, test } from 'vitest';
import { comparisonOf } from './comparison.ts';

const phone = (more: Partial<Product>): Product => ({
  id: 'prd_1',
  slug: 'phone',
  name: 'Phone',
  description: '',
  price: cents(10000),
  originalPrice: null,
  newPriceDate: null,
  formerPrice: null,
  saleEndsAt: null,
  brand: 'Acme',
  category: null,
  categoryId: null,
  categorySlug: null,
  condition: 'good',
  origin: 'pre-owned',
  stockCount: 9,
  inStock: true,
  sku: 'A',
  images: [],
  imageAlts: [],
  specifications: {},
  features: [],
  featured: false,
  rating: 0,
  reviewCount: 0,
  warranty: defaultWarranty,
  batteryHealth: null,
  modelKey: null,
  seoTitle: '',
  seoDescription: '',
  fromPrice: null,
  version: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  ...more,
});

test('each specification is one row, ignoring case, with differences marked', () => {
  const rows = comparisonOf([
    phone({ specifications: { Storage: '128 GB', Colour: 'Black', Ports: 'USB-C' } }),
    phone({ specifications: { storage: '256 GB', Colour: ' black ' }, stockCount: 0 }),
  ]);
  const row = (name: string) => rows.find((item) => item.name === name);
  expect(row('Storage')).toEqual({ name: 'Storage', values: ['128 GB', '256 GB'], differs: true });
  expect(row('Colour')?.differs).toBe(false);
  expect(row('Ports')).toEqual({ name: 'Ports', values: ['USB-C', ''], differs: true });
  expect(row('Stock')?.values).toEqual(['In stock', 'Out of stock']);
  expect(row('Brand')?.differs).toBe(false);
  expect(rows.filter(({ name }) => name.toLowerCase() === 'storage')).toHaveLength(1);
});
