import type { Product } from '@reprise/contract/catalog/product';
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
  };
}
