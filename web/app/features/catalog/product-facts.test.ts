import type { Product } from '@reprise/contract/catalog/product';
import type { ProductFamily } from '@reprise/contract/catalog/product-family';
import { cents } from '@reprise/contract/money';
import { describe, expect, it } from 'vitest';
import { scriptSafeJson } from './product/script-safe-json.ts';
import { breadcrumbFacts, productFacts } from './product-facts.ts';

const product: Product = {
  id: 'prd_1',
  slug: 'pixel-8',
  name: 'Pixel 8',
  description: 'A phone.',
  price: cents(29_900),
  originalPrice: cents(69_900),
  newPriceDate: null,
  formerPrice: null,
  saleEndsAt: null,
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
  expect(productFacts(product, null, origin)).toMatchObject({
    image: ['https://shop.example/media/front.svg', 'https://cdn.example/back.jpg'],
    itemCondition: 'https://schema.org/UsedCondition',
    offers: {
      url: 'https://shop.example/product/pixel-8',
      price: '299.00',
      priceCurrency: 'USD',
      availability: 'https://schema.org/OutOfStock',
    },
  });
  expect(productFacts({ ...product, condition: 'refurbished' }, null, origin)).toMatchObject({
    itemCondition: 'https://schema.org/RefurbishedCondition',
  });
});

it('structured data has a rating only with reviews', () => {
  expect(productFacts(product, null, origin)).not.toHaveProperty('aggregateRating');
  expect(productFacts({ ...product, rating: 4.5, reviewCount: 2 }, null, origin)).toMatchObject({
    aggregateRating: { ratingValue: 4.5, reviewCount: 2 },
  });
});

describe('a product of a family', () => {
  const offer = { id: 'prd_1', slug: 'pixel-8', condition: 'good', origin: 'pre-owned' } as const;
  const family: ProductFamily = {
    id: 'fam_1',
    slug: 'google-pixel-8',
    name: 'Google Pixel 8',
    configurations: [
      {
        modelKey: 'pixel-8-128',
        name: 'Pixel 8 128 GB Hazel',
        image: '/media/front.svg',
        options: { storage: '128 GB', color: 'Hazel', colorHex: '#888877' },
        offers: [
          { ...offer, price: cents(29_900), inStock: false },
          {
            ...offer,
            id: 'prd_2',
            slug: 'pixel-8-new',
            condition: 'refurbished',
            price: cents(34_900),
            inStock: true,
          },
        ],
      },
      {
        modelKey: 'pixel-8-256',
        name: 'Pixel 8 256 GB Hazel',
        image: null,
        options: { storage: '256 GB', color: 'Hazel' },
        offers: [{ ...offer, id: 'prd_3', slug: 'pixel-8-256', price: cents(39_900), inStock: true }],
      },
    ],
  };
  const facts = productFacts(
    { ...product, modelKey: 'pixel-8-128', rating: 4.5, reviewCount: 2 },
    family,
    origin,
  );

  it('is a group whose variants have their own pages, prices and options', () => {
    expect(facts).toMatchObject({
      '@type': 'ProductGroup',
      productGroupID: 'fam_1',
      name: 'Google Pixel 8',
      variesBy: ['https://schema.org/size', 'https://schema.org/itemCondition'],
      aggregateRating: { reviewCount: 2 },
      hasVariant: [
        { sku: 'GOOPIX001', size: '128 GB', color: 'Hazel', offers: { price: '299.00' } },
        {
          url: `${origin}/product/pixel-8-new`,
          size: '128 GB',
          offers: { availability: 'https://schema.org/InStock' },
        },
        { url: `${origin}/product/pixel-8-256`, size: '256 GB', offers: { price: '399.00' } },
      ],
    });
  });

  it('uses only properties of schema.org, with those that search engines require', () => {
    for (const node of nodesOf(facts)) {
      const type = vocabulary[node['@type'] as keyof typeof vocabulary];
      const names = Object.keys(node).filter((name) => !name.startsWith('@'));
      expect([...type.required, ...type.optional], node['@type']).toEqual(expect.arrayContaining(names));
      expect(names, node['@type']).toEqual(expect.arrayContaining([...type.required]));
    }
  });

  it('names a bounded number of variants', () => {
    const [configuration] = family.configurations;
    const many = Array.from({ length: 99 }, (_, index) => ({
      ...offer,
      id: `${index}`,
      price: cents(1),
      inStock: true,
    }));
    const large = { ...family, configurations: [{ ...configuration, offers: many }] } as ProductFamily;
    const { hasVariant } = productFacts(product, large, origin) as { hasVariant: object[] };
    expect(hasVariant).toHaveLength(30);
  });
});

// Properties of schema.org 28 that the types have, and those that Google's documentation of product variants requires.
const vocabulary = {
  ProductGroup: {
    required: ['name', 'productGroupID', 'variesBy', 'hasVariant'],
    optional: ['description', 'url', 'brand', 'aggregateRating'],
  },
  Product: {
    required: ['name', 'url', 'offers'],
    optional: ['description', 'sku', 'image', 'brand', 'category', 'itemCondition', 'color', 'size'],
  },
  Offer: {
    required: ['price', 'priceCurrency', 'availability', 'url'],
    optional: ['itemCondition'],
  },
  Brand: { required: ['name'], optional: [] },
  AggregateRating: {
    required: ['ratingValue', 'reviewCount'],
    optional: ['bestRating', 'worstRating'],
  },
} as const;

type Node = { '@type': string } & Record<string, unknown>;

/** Returns all objects of the structured data. */
function nodesOf(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(nodesOf);
  if (typeof value !== 'object' || value === null) return [];
  return [value as Node, ...Object.values(value).flatMap(nodesOf)];
}

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
