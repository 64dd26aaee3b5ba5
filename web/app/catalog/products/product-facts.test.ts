import type { Product } from '@reprise/contract/catalog/products/product';
import type { ProductFamily } from '@reprise/contract/catalog/products/product-family';
import { cents } from '@reprise/contract/money';
import { describe, expect, it } from 'vitest';
import { scriptSafeJson } from './product/script-safe-json.ts';
import { breadcrumbFacts, type DescribedPage, productFacts } from './product-facts.ts';

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
const settings = {
  ...{ carrierRates: false, standardDaysFrom: 5, standardDaysTo: 7 },
  shipToCodes: ['US', 'CA', 'GB'],
  shipTo: ['United States' as const, 'Canada' as const, 'United Kingdom' as const],
  shippingZones: [],
  standardShippingRate: cents(999),
  expressShippingRate: cents(1999),
  freeShippingThreshold: cents(5000),
};
const policy = { days: 30, changeOfMind: true, labelBy: 'customer', restockingPercent: 0 } as const;
const codes = { gtin: '00012345600012', mpn: 'A2633' };
const factsOf = (
  described: Product,
  family: ProductFamily | null = null,
  terms = settings,
  returns: DescribedPage['returns'] = { policy, isSaved: false },
) => productFacts({ product: described, family, codes, settings: terms, returns, origin }) as Node;

it('structured data states price, condition and stock', () => {
  expect(factsOf(product)).toMatchObject({
    image: ['https://shop.example/media/front.svg', 'https://cdn.example/back.jpg'],
    itemCondition: 'https://schema.org/UsedCondition',
    offers: {
      url: 'https://shop.example/product/pixel-8',
      price: '299.00',
      priceCurrency: 'USD',
      availability: 'https://schema.org/OutOfStock',
    },
  });
  expect(factsOf({ ...product, condition: 'refurbished' })).toMatchObject({
    itemCondition: 'https://schema.org/RefurbishedCondition',
  });
});

it('structured data names codes, warranty, returns and shipping as the shop states them', () => {
  const { offers, ...facts } = factsOf(product);
  expect(facts).toMatchObject(codes);
  expect(offers).toMatchObject({
    warranty: { durationOfWarranty: { value: 30, unitCode: 'DAY' } },
    hasMerchantReturnPolicy: { merchantReturnDays: 30, applicableCountry: ['US', 'CA', 'GB'] },
    shippingDetails: {
      shippingRate: { value: '0.00', currency: 'USD' },
      deliveryTime: { handlingTime: { minValue: 1, maxValue: 2 }, transitTime: { minValue: 5, maxValue: 7 } },
    },
  });
  expect(offers).not.toHaveProperty('priceValidUntil');
  expect(offers).not.toHaveProperty('priceSpecification');
});

it('structured data states nothing that the shop does not state', () => {
  const warranty = { ...product.warranty, duration: 'A long time' };
  const terms = { ...settings, carrierRates: true };
  const returns = { policy: { ...policy, days: 0 }, isSaved: false };
  const { offers } = factsOf({ ...product, warranty }, null, terms, returns);
  for (const name of ['warranty', 'hasMerchantReturnPolicy', 'shippingDetails'])
    expect(offers).not.toHaveProperty(name);
  const without = productFacts({
    ...{ product, family: null, settings, returns, origin },
    codes: { gtin: null, mpn: null },
  });
  for (const name of ['gtin', 'mpn']) expect(without).not.toHaveProperty(name);
});

it('structured data states the costs of a return once they are saved', () => {
  const stated = (returns: DescribedPage['returns']) =>
    (factsOf(product, null, settings, returns).offers as Node).hasMerchantReturnPolicy;
  const costly = { ...policy, restockingPercent: 10 };
  expect(stated({ policy: costly, isSaved: false })).not.toHaveProperty('returnFees');
  expect(stated({ policy: costly, isSaved: true })).toMatchObject({
    returnFees: 'https://schema.org/ReturnFeesCustomerResponsibility',
    restockingFee: 10,
  });
});

it('structured data gives countries with a right of withdrawal its days, and others the policy', () => {
  const stated = (terms: object, places: object = {}) => {
    const returns = { policy: { ...policy, restockingPercent: 10, ...terms }, isSaved: true };
    return (factsOf(product, null, { ...settings, ...places }, returns).offers as Node)
      .hasMerchantReturnPolicy;
  };
  const none = { returnPolicyCategory: 'https://schema.org/MerchantReturnNotPermitted' };
  const withdrawal = {
    applicableCountry: ['GB'],
    returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
    merchantReturnDays: 14,
    returnFees: 'https://schema.org/ReturnFeesCustomerResponsibility',
  };
  for (const terms of [{ changeOfMind: false }, { days: 0 }]) {
    expect(stated(terms)).toMatchObject([{ applicableCountry: ['US', 'CA'], ...none }, withdrawal]);
    expect((stated(terms) as Node[])[1]).not.toHaveProperty('restockingFee');
  }
  expect(stated({ days: 7 })).toMatchObject([
    { applicableCountry: ['US', 'CA'], merchantReturnDays: 7, restockingFee: 10 },
    withdrawal,
  ]);
  expect(stated({ days: 14 })).toMatchObject({ applicableCountry: ['US', 'CA', 'GB'] });
  const [home, abroad] = [
    { shipTo: ['United States'], shipToCodes: ['US'] },
    { shipTo: ['United Kingdom'], shipToCodes: ['GB'] },
  ];
  expect(stated({ changeOfMind: false }, home)).toMatchObject({ applicableCountry: ['US'], ...none });
  expect(stated({ changeOfMind: false }, abroad)).toMatchObject(withdrawal);
});

it('structured data has the end and the former price of a sale, never the price when new', () => {
  const sale = { ...product, formerPrice: cents(34_900), saleEndsAt: '2026-12-24T12:00:00.000Z' };
  expect(factsOf(sale).offers).toMatchObject({
    price: '299.00',
    priceValidUntil: '2026-12-24',
    priceSpecification: { priceType: 'https://schema.org/StrikethroughPrice', price: '349.00' },
  });
  expect(JSON.stringify([factsOf(sale), factsOf(product)])).not.toContain('699');
});

it('structured data has a rating only with reviews', () => {
  expect(factsOf(product)).not.toHaveProperty('aggregateRating');
  expect(factsOf({ ...product, rating: 4.5, reviewCount: 2 })).toMatchObject({
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
  const facts = factsOf(
    {
      ...{ ...product, modelKey: 'pixel-8-128', rating: 4.5, reviewCount: 2 },
      ...{ formerPrice: cents(34_900), saleEndsAt: '2026-12-24T12:00:00.000Z' },
    },
    family,
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
    const { hasVariant } = factsOf(product, large);
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
    optional: [
      ...['description', 'sku', 'image', 'brand', 'category', 'itemCondition', 'color', 'size'],
      ...['gtin', 'mpn'],
    ],
  },
  Offer: {
    required: ['price', 'priceCurrency', 'availability', 'url'],
    optional: [
      ...['itemCondition', 'priceValidUntil', 'priceSpecification', 'warranty'],
      ...['hasMerchantReturnPolicy', 'shippingDetails'],
    ],
  },
  UnitPriceSpecification: { required: ['priceType', 'price', 'priceCurrency'], optional: [] },
  WarrantyPromise: { required: ['durationOfWarranty'], optional: ['warrantyScope'] },
  QuantitativeValue: { required: ['unitCode'], optional: ['value', 'minValue', 'maxValue'] },
  MerchantReturnPolicy: {
    required: ['applicableCountry', 'returnPolicyCategory', 'merchantReturnDays'],
    optional: ['merchantReturnLink'],
  },
  OfferShippingDetails: {
    required: ['shippingRate', 'shippingDestination', 'deliveryTime'],
    optional: [],
  },
  MonetaryAmount: { required: ['value', 'currency'], optional: [] },
  DefinedRegion: { required: ['addressCountry'], optional: [] },
  ShippingDeliveryTime: { required: ['handlingTime', 'transitTime'], optional: ['businessDays'] },
  OpeningHoursSpecification: { required: ['dayOfWeek'], optional: [] },
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

it('structured data states no shipping of a store that has no rates yet', () => {
  const facts = factsOf(product, null, { ...settings, lacksShippingRates: true } as typeof settings);
  expect(facts).not.toHaveProperty('offers.shippingDetails');
});
