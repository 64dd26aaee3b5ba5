import type { CardProduct, Product, RelatedProduct } from '@reprise/contract/catalog/products/product';
import { specLine, specLineOfFamily } from '@reprise/contract/catalog/products/spec-line';

export function toCardProduct(product: Product): CardProduct {
  return {
    id: product.id,
    slug: product.slug,
    name: product.name,
    brand: product.brand,
    image: product.images[0] ?? null,
    price: product.price,
    originalPrice: product.originalPrice,
    newPriceDate: product.newPriceDate,
    formerPrice: product.formerPrice,
    fromPrice: product.fromPrice,
    stockCount: product.stockCount,
    condition: product.condition,
    origin: product.origin,
    ...(product.taxClass && { taxClass: product.taxClass }),
    specLine: specLine(product.specifications),
    rating: product.rating,
    reviewCount: product.reviewCount,
    categoryId: product.categoryId,
  };
}

export function toRelatedCard(product: RelatedProduct): CardProduct {
  const card = toCardProduct(product);
  const { family } = product;
  return { ...card, family, specLine: specLineOfFamily(family, card.specLine) };
}
