import type { Condition } from '@reprise/contract/catalog/products/conditions';
import type { Product } from '@reprise/contract/catalog/products/product';
import type { ConfigurationOptions, ProductFamily } from '@reprise/contract/catalog/products/product-family';
import { cents } from '@reprise/contract/money';
import { expect, test } from 'vitest';
import { familyChoices } from './family-choices.ts';

type Sold = Partial<Record<Condition, { price: number; inStock?: boolean }>>;

function configuration(options: ConfigurationOptions, sold: Sold) {
  const modelKey = Object.values(options).join('-');
  const offers = Object.entries(sold).map(([condition, { price, inStock = true }]) => ({
    id: `${modelKey}-${condition}`,
    slug: `${modelKey}-${condition}`,
    condition: condition as Condition,
    origin: 'pre-owned' as const,
    price: cents(price * 100),
    inStock,
  }));
  return { modelKey, name: modelKey, image: null, options, offers };
}

const family: ProductFamily = {
  id: 'fam_1',
  slug: 'phone',
  name: 'Phone',
  configurations: [
    configuration({ storage: '1 TB', color: 'Black' }, { good: { price: 900, inStock: false } }),
    configuration(
      { storage: '128 GB', color: 'Black' },
      { excellent: { price: 500 }, good: { price: 400, inStock: false } },
    ),
    configuration({ storage: '256 GB', color: 'Blue' }, { fair: { price: 300 }, good: { price: 450 } }),
  ],
};

const product = (modelKey: string, condition: Condition) =>
  ({
    name: modelKey,
    modelKey,
    condition,
    origin: 'pre-owned',
    slug: `${modelKey}-${condition}`,
    price: 0,
  }) as Product;

const seenFrom = (modelKey: string, condition: Condition) => {
  const { switchers, elsewhere } = familyChoices(family, product(modelKey, condition));
  const links = switchers.map(({ label, choices }) => [
    label,
    ...choices.map(({ value, slug, hint, isCurrent, isPlain }) =>
      [value, slug, hint, isCurrent && 'current', isPlain && 'plain'].filter(Boolean).join(', '),
    ),
  ]);
  return { links, elsewhere: elsewhere.map(({ slug, configuration }) => `${slug}, ${configuration}`) };
};

test('each choice keeps the other options and the condition where it can, and says what it changes', () => {
  expect(seenFrom('128 GB-Black', 'excellent').links).toEqual([
    [
      'Storage',
      '128 GB, 128 GB-Black-excellent, $0, current, plain',
      '256 GB, 256 GB-Blue-fair, $300 in Blue',
      '1 TB, 1 TB-Black-good, Sold out',
    ],
    ['Color', 'Black, 128 GB-Black-excellent, $0, current, plain', 'Blue, 256 GB-Blue-fair, $300 in 256 GB'],
  ]);
});

test('a choice links to the same condition if in stock, else to the cheapest that is', () => {
  expect(seenFrom('256 GB-Blue', 'good').links[0]).toContain('128 GB, 128 GB-Black-excellent, $500 in Black');
  expect(seenFrom('128 GB-Black', 'good').links[0]).toContain('256 GB, 256 GB-Blue-good, $450 in Blue');
});

test('the ladder is completed by conditions in stock of the nearest configuration', () => {
  expect(seenFrom('1 TB-Black', 'good').elsewhere).toEqual([
    '128 GB-Black-excellent, 128 GB · Black',
    '256 GB-Blue-fair, 256 GB · Blue',
  ]);
});

test('a product without a family has no choices, and the carrier that its name says', () => {
  const none = { switchers: [], elsewhere: [] };
  expect(familyChoices(null, product('any', 'good'))).toEqual({ ...none, carrier: '' });
  const locked = product('iPhone 13 128 GB Verizon', 'good');
  expect(familyChoices(null, locked)).toEqual({ ...none, carrier: 'Verizon' });
});
