import type { Product } from '@reprise/contract/catalog/product';
import { sharingImageUrl } from '@reprise/contract/catalog/shared-image';
import { centsToDollars } from '@reprise/contract/money';

const schema = 'https://schema.org';

/** Returns the schema.org data of a product; the rating only if there is one. */
export function productFacts(product: Product, origin: string): object {
  const refurbished = product.condition === 'refurbished' || product.origin === 'certified-refurbished';
  const itemCondition = `${schema}/${refurbished ? 'RefurbishedCondition' : 'UsedCondition'}`;
  const url = `${origin}/product/${product.slug}`;
  return {
    '@context': schema,
    '@type': 'Product',
    name: product.name,
    description: product.description,
    sku: product.sku,
    url,
    image: product.images.map((image) => new URL(sharingImageUrl(image), origin).href),
    brand: { '@type': 'Brand', name: product.brand },
    ...(product.category !== null && { category: product.category }),
    itemCondition,
    offers: {
      '@type': 'Offer',
      url,
      price: centsToDollars(product.price).toFixed(2),
      priceCurrency: 'USD',
      itemCondition,
      availability: `${schema}/${product.inStock ? 'InStock' : 'OutOfStock'}`,
    },
    ...(product.reviewCount > 0 && {
      aggregateRating: {
        '@type': 'AggregateRating',
        ratingValue: product.rating,
        reviewCount: product.reviewCount,
        bestRating: 5,
        worstRating: 1,
      },
    }),
  };
}

export type Step = { label: string; to?: string };

/** Returns the schema.org breadcrumb list; the last step is the page itself. */
export function breadcrumbFacts(steps: Step[], origin: string): object {
  return {
    '@context': schema,
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ label, to }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: label,
      ...(to !== undefined && { item: `${origin}${to}` }),
    })),
  };
}
