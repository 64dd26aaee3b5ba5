import { allEndpoints } from '@reprise/contract/all-endpoints';
import { defaultWarranty, type Product, product } from '@reprise/contract/catalog/products/product';
import type { Endpoint } from '@reprise/contract/endpoint';
import { cents } from '@reprise/contract/money';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { responseFilter } from './response-filter.ts';

const phone: Product = {
  id: 'prd_1',
  slug: 'pixel-8',
  name: 'Pixel 8',
  description: '',
  price: cents(29_999),
  originalPrice: null,
  newPriceDate: null,
  formerPrice: null,
  saleEndsAt: null,
  brand: 'Google',
  category: null,
  categoryId: null,
  categorySlug: null,
  condition: 'good',
  origin: 'open-box',
  stockCount: 3,
  inStock: true,
  sku: 'GOO-PIX-1',
  images: ['/a.webp'],
  imageAlts: [''],
  specifications: { Storage: '128 GB' },
  features: [],
  featured: false,
  rating: 4.5,
  reviewCount: 2,
  warranty: defaultWarranty,
  batteryHealth: 85,
  modelKey: null,
  seoTitle: '',
  seoDescription: '',
  fromPrice: cents(19_999),
  version: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
};

test('drops what the schema does not name at every depth, and keeps cents', () => {
  const schema = z.object({ product, related: z.array(product), next: product.nullable() });
  const shown = { product: phone, related: [phone], next: null };
  const withSecrets = { ...phone, costCents: 1, warranty: { ...defaultWarranty, supplier: 'x' } };
  const result = { product: withSecrets, related: [withSecrets], next: null, secret: 'x' };
  expect(responseFilter(schema)(result)).toEqual(shown);
  expect(responseFilter(schema)(result)).toEqual(z.decode(schema, z.encode(schema, result)));
});

test('knows the response of every public read', () => {
  const reads = Object.values<Endpoint>(allEndpoints).filter(
    ({ method, access }) => method === 'GET' && access === 'public',
  );
  expect(reads.length).toBeGreaterThan(5);
  for (const { response } of reads) expect(() => responseFilter(response)).not.toThrow();
});

test('fails for a schema whose fields it cannot filter', () => {
  expect(() => responseFilter(z.object({ any: z.unknown() }))).toThrow('does not know unknown');
  expect(() => responseFilter(z.record(z.string(), z.object({})))).toThrow('does not know record');
});
