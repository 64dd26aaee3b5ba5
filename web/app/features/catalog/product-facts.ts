import { optionLine } from '@reprise/contract/catalog/option-line';
import type { Product } from '@reprise/contract/catalog/product';
import type {
  ConfigurationOptions,
  FamilyConfiguration,
  FamilyOffer,
  ProductFamily,
} from '@reprise/contract/catalog/product-family';
import { sharingImageUrl } from '@reprise/contract/catalog/shared-image';
import { centsToDollars } from '@reprise/contract/money';

const schema = 'https://schema.org';

/** Variants named by a group; a page of a larger family names those of the first configurations. */
const maxVariants = 30;

/**
 * Returns the schema.org data of a product, the rating only if there is one. A product of a family with several offers
 * is a variant of a group, which names the others with their own pages.
 */
export function productFacts(product: Product, family: ProductFamily | null, origin: string): object {
  const offers = family?.configurations.flatMap(({ offers }) => offers) ?? [];
  if (!family || offers.length < 2)
    return { '@context': schema, ...variantFacts(product, origin), ...ratingFacts(product) };
  const others = family.configurations
    .flatMap((configuration) => configuration.offers.map((offer) => ({ configuration, offer })))
    .filter(({ offer }) => offer.id !== product.id)
    .slice(0, maxVariants - 1);
  const own = family.configurations.find(({ modelKey }) => modelKey === product.modelKey);
  return {
    '@context': schema,
    '@type': 'ProductGroup',
    productGroupID: family.id,
    name: family.name,
    description: product.description,
    url: `${origin}/product/${product.slug}`,
    brand: { '@type': 'Brand', name: product.brand },
    variesBy: variedProperties(family),
    hasVariant: [
      { ...variantFacts(product, origin), ...optionFacts(own?.options ?? {}) },
      ...others.map(({ configuration, offer }) => otherVariantFacts(configuration, offer, origin)),
    ],
    ...ratingFacts(product),
  };
}

function variantFacts(product: Product, origin: string): object {
  return {
    '@type': 'Product',
    name: product.name,
    description: product.description,
    sku: product.sku,
    url: `${origin}/product/${product.slug}`,
    image: product.images.map((image) => new URL(sharingImageUrl(image), origin).href),
    brand: { '@type': 'Brand', name: product.brand },
    ...(product.category !== null && { category: product.category }),
    ...offerFacts(product, origin),
  };
}

function otherVariantFacts(
  { name, image, options }: FamilyConfiguration,
  offer: FamilyOffer,
  origin: string,
): object {
  return {
    '@type': 'Product',
    name,
    url: `${origin}/product/${offer.slug}`,
    ...(image !== null && { image: new URL(sharingImageUrl(image), origin).href }),
    ...optionFacts(options),
    ...offerFacts(offer, origin),
  };
}

/** Returns the condition and the offer at the page of the product. */
function offerFacts(
  { slug, condition, origin: source, price, inStock }: Omit<FamilyOffer, 'id'>,
  origin: string,
): object {
  const refurbished = condition === 'refurbished' || source === 'certified-refurbished';
  const itemCondition = `${schema}/${refurbished ? 'RefurbishedCondition' : 'UsedCondition'}`;
  return {
    itemCondition,
    offers: {
      '@type': 'Offer',
      url: `${origin}/product/${slug}`,
      price: centsToDollars(price).toFixed(2),
      priceCurrency: 'USD',
      itemCondition,
      availability: `${schema}/${inStock ? 'InStock' : 'OutOfStock'}`,
    },
  };
}

/** Returns the color, and all other options as the size: schema.org has no property for storage. */
function optionFacts({ color, colorHex: _, ...sizes }: ConfigurationOptions): object {
  const size = optionLine(sizes);
  return { ...(color !== undefined && { color }), ...(size !== '' && { size }) };
}

function variedProperties({ configurations }: ProductFamily): string[] {
  const isVaried = (values: (string | undefined)[]) => new Set(values).size > 1;
  const { options, offers } = {
    options: configurations.map(({ options }) => options),
    offers: configurations.flatMap(({ offers }) => offers),
  };
  return [
    ...(isVaried(options.map(({ color }) => color)) ? [`${schema}/color`] : []),
    ...(isVaried(options.map(({ color: _, ...sizes }) => optionLine(sizes))) ? [`${schema}/size`] : []),
    ...(isVaried(offers.map(({ condition }) => condition)) ? [`${schema}/itemCondition`] : []),
  ];
}

function ratingFacts({ rating, reviewCount }: Product): object {
  if (reviewCount === 0) return {};
  return {
    aggregateRating: {
      '@type': 'AggregateRating',
      ratingValue: rating,
      reviewCount,
      bestRating: 5,
      worstRating: 1,
    },
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
