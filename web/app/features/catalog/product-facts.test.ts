import type { Product } from '@reprise/contract/catalog/product';
import { cents } from '@reprise/contract/money';
import { expect, it } from 'vitest';
import { scriptSafeJson } from './product/script-safe-json.ts';
import { breadcrumbFacts, productFacts } from './product-facts.ts';

const product: Product = {
  id: 'prd_1',
  slug: 'pixel-8',
  name: 'Pixel 8',
  description: 'A phone.',
  price: cents(29_900),
  originalPrice: cents(69_900),
  brand: 'Google',
  category: 'Smartphones',
  categoryId: 'cat_1',
  categorySlug: 'smartphones',
  condition: 'good',
  origin: 'pre-owned',
  stockCount: 0,
  inStock: false,
  sku: 'GOOPIX001',
  images: ['/media/front.svg', 'https://cdn.example/back.jpg'],
  imageAlts: [],
  specifications: {},
  features: [],
  featured: false,
  rating: 0,
  reviewCount: 0,
  warranty: { duration: '30 days', type: 'Limited Warranty', description: '' },
  batteryHealth: 85,
  modelKey: null,
  seoTitle: '',
  seoDescription: '',
  fromPrice: null,
  version: 1,
  createdAt: '2026-11-01T00:00:00.000Z',
  updatedAt: '2026-11-01T00:00:00.000Z',
};
const origin = 'https://shop.example';

it('structured data states price, condition and stock', () => {
  expect(productFacts(product, origin)).toMatchObject({
    image: ['https://shop.example/media/front.svg', 'https://cdn.example/back.jpg'],
    itemCondition: 'https://schema.org/UsedCondition',
    offers: {
      url: 'https://shop.example/product/pixel-8',
      price: '299.00',
      priceCurrency: 'USD',
      availability: 'https://schema.org/OutOfStock',
    },
  });
  expect(productFacts({ ...product, condition: 'refurbished' }, origin)).toMatchObject({
    itemCondition: 'https://schema.org/RefurbishedCondition',
  });
});

it('structured data has a rating only with reviews', () => {
  expect(productFacts(product, origin)).not.toHaveProperty('aggregateRating');
  expect(productFacts({ ...product, rating: 4.5, reviewCount: 2 }, origin)).toMatchObject({
    aggregateRating: { ratingValue: 4.5, reviewCount: 2 },
  });
});

it('breadcrumb positions start at one', () => {
  expect(breadcrumbFacts([{ label: 'Home', to: '/' }, { label: 'Pixel 8' }], origin)).toMatchObject({
    itemListElement: [
      { position: 1, name: 'Home', item: 'https://shop.example/' },
      { position: 2, name: 'Pixel 8' },
    ],
  });
});

it('script-safe JSON cannot close its script element and parses to the same value', () => {
  const malicious = { name: '</script><script>alert(1)</script> & \u2028\u2029 <!--' };
  const json = scriptSafeJson(malicious);
  expect(json).not.toMatch(/[<>&\u2028\u2029]/);
  expect(JSON.parse(json)).toEqual(malicious);
});
