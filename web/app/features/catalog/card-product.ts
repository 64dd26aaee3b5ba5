import type { Product } from '@reprise/contract/catalog/catalog';
import {
  type Condition,
  conditionLabels,
  type Origin,
  originLabels,
} from '@reprise/contract/catalog/conditions';
import type { Cents } from '@reprise/contract/money';
import type { CartProduct } from '../cart/cart-store.ts';

/** Part of a product that a card shows and the cart stores; list pages send nothing more. */
export type CardProduct = CartProduct & {
  originalPrice: Cents | null;
  fromPrice: Cents | null;
  origin: Origin;
  specLine: string;
  rating: number;
  reviewCount: number;
};

export function toCardProduct(product: Product): CardProduct {
  return {
    id: product.id,
    slug: product.slug,
    name: product.name,
    brand: product.brand,
    image: product.images[0] ?? null,
    price: product.price,
    originalPrice: product.originalPrice,
    fromPrice: product.fromPrice,
    stockCount: product.stockCount,
    condition: product.condition,
    origin: product.origin,
    specLine: specLine(product.specifications),
    rating: product.rating,
    reviewCount: product.reviewCount,
  };
}

// Specifications that distinguish devices of the same name: of each group the first that is present.
const distinguishingSpecs = [[/^case( size)?$/i, /^storage$/i, /^type$/i], [/^colou?r$/i]];
const maxValueLength = 40;

/** Returns the specifications that distinguish the device, such as "128 GB · Midnight". */
export function specLine(specifications: Record<string, string>): string {
  const shortSpecs = Object.entries(specifications).filter(
    ([, value]) => value && value.length <= maxValueLength,
  );
  const specMatching = (name: RegExp) => shortSpecs.find(([key]) => name.test(key))?.[1];
  const distinguishing = distinguishingSpecs.flatMap((group) => group.map(specMatching).find(Boolean) ?? []);
  const values =
    distinguishing.length > 0 ? distinguishing : shortSpecs.slice(0, 2).map(([, value]) => value);
  return values.map(firstPart).join(' · ');
}

/** Returns "128 GB" for "128 GB, microSD". */
function firstPart(value: string): string {
  return value.split(', ', 1)[0] ?? value;
}

/** Returns condition and origin, such as "Like New · Open box", without repetition if both say the same. */
export function conditionText(condition: Condition, origin: Origin): string {
  if (condition === 'refurbished' && origin === 'certified-refurbished') return conditionLabels[condition];
  return `${conditionLabels[condition]} · ${originLabels[origin]}`;
}
