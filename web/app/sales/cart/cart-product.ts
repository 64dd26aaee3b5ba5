import type { Product, Warranty } from '@reprise/contract/catalog/products/product';
import type { CartProduct } from './cart-store.ts';

/** Returns the part of a product that the cart stores. */
export function toCartProduct(product: Product): CartProduct {
  return {
    id: product.id,
    slug: product.slug,
    name: product.name,
    brand: product.brand,
    image: product.images[0] ?? null,
    price: product.price,
    stockCount: product.stockCount,
    condition: product.condition,
    ...(product.taxClass && { taxClass: product.taxClass }),
    warranty: warrantyText(product.warranty),
  };
}

/** Returns the warranty in a few words, such as "12-month limited warranty". */
export function warrantyText({ duration, type }: Warranty): string {
  const span = duration.replace(/^(\d+) (day|month|year)s?$/i, '$1-$2');
  return `${span} ${type}`.trim().toLowerCase();
}
