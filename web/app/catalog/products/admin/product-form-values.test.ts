import { editedProduct, newProduct } from '@reprise/contract/catalog/products/product';
import type { AdminProduct } from '@reprise/contract/catalog/products/products-admin';
import { cents } from '@reprise/contract/money';
import { expect, test } from 'vitest';
import { newProductValues, valuesOfProduct, wireOfProduct } from './product-form-values.ts';

const filled = { ...newProductValues, name: 'Phone', brand: 'Acme', price: '199.99', category: 'cat_1' };

const product = {
  name: 'Phone',
  brand: 'Acme',
  description: 'A phone',
  price: cents(19999),
  originalPrice: null,
  newPriceDate: null,
  stockCount: 3,
  sku: 'ACMPHO123',
  categoryId: 'cat_1',
  condition: 'fair',
  origin: 'open-box',
  batteryHealth: 85,
  modelKey: null,
  unitCost: cents(12050),
  grams: 240,
  gtins: ['04006381333931'],
  seoTitle: '',
  seoDescription: '',
  images: ['/media/a.webp', '/media/b.webp'],
  imageAlts: ['Front', ''],
  features: ['Unlocked'],
  specifications: { Storage: '128 GB' },
  featured: true,
  warranty: { duration: '30 days', type: 'Limited Warranty', description: '' },
} as unknown as AdminProduct;

test('an unedited product is sent unchanged', () => {
  const sent = editedProduct.parse(wireOfProduct(valuesOfProduct(product)));
  const { categoryId, sku: _, ...same } = product;
  expect(sent).toEqual({ ...same, category: categoryId });
});

test('empty rows are omitted', () => {
  const sent = newProduct.parse(
    wireOfProduct({
      ...filled,
      images: [
        { url: ' ', alt: 'Nothing' },
        { url: '/media/a.webp', alt: ' Front ' },
      ],
      features: [{ text: '' }],
      specifications: [
        { name: 'Storage', value: '' },
        { name: 'Color', value: 'Red' },
      ],
    }),
  );
  expect(sent).toMatchObject({
    images: ['/media/a.webp'],
    imageAlts: ['Front'],
    features: [],
    specifications: { Color: 'Red' },
  });
  expect(sent.price).toBe(19999);
});

test.each([
  ['price', '19.999', 'At most two decimals, such as 149.50'],
  ['price', '-1', 'Must not be negative'],
  ['stockCount', '1.5', 'Stock must be a whole number'],
  ['originalPrice', '100', 'Original price must not be below the price'],
] as const)('%s %s is refused beside its field', (field, typed, message) => {
  const result = newProduct.safeParse(wireOfProduct({ ...filled, [field]: typed }));
  expect(result.error?.issues.map((issue) => [issue.path[0], issue.message])).toContainEqual([
    field,
    message,
  ]);
});
