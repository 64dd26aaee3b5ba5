import { type ConditionOffer, editedProduct } from '@reprise/contract/catalog/products/product';
import { cents } from '@reprise/contract/money';
import { expect, test } from 'vitest';
import { newProductValues, wireOfProduct } from './product-form-values.ts';
import { previewed, withOffer } from './product-preview.tsx';

const typed = { ...newProductValues, name: 'Tablet', brand: 'Acme', price: '149.5', category: 'cat_1' };
const edited = editedProduct.parse(wireOfProduct(typed));

test('the preview of a new product shows the form without rating or discount', () => {
  expect(previewed(edited, 'Tablets', null)).toMatchObject({
    name: 'Tablet',
    brand: 'Acme',
    price: 14_950,
    originalPrice: null,
    category: 'Tablets',
    inStock: false,
    reviewCount: 0,
    warranty: { duration: '30 days', type: 'Limited Warranty' },
  });
});

test('the preview of an edit keeps other fields and puts the new price on the ladder', () => {
  const before = { ...previewed(edited, 'Tablets', null), id: 'prd_1', slug: 'tablet', rating: 4.5 };
  const now = previewed(editedProduct.parse(wireOfProduct({ ...typed, stockCount: '3' })), null, before);
  expect(now).toMatchObject({ id: 'prd_1', slug: 'tablet', rating: 4.5, stockCount: 3, inStock: true });
  const other: ConditionOffer = {
    ...now,
    id: 'prd_2',
    slug: 'tablet-fair',
    price: cents(20_000),
    condition: 'fair',
  };
  expect(
    withOffer([{ ...now, price: cents(99_900) }, other], now).map(({ id, price }) => [id, price]),
  ).toEqual([
    ['prd_2', 20_000],
    ['prd_1', 14_950],
  ]);
});
