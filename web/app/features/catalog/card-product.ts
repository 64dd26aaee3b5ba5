import type { Product } from '@reprise/contract/catalog/catalog';
import {
  type Condition,
  conditionLabels,
  type Origin,
  originLabels,
} from '@reprise/contract/catalog/conditions';
import type { Cents } from '@reprise/contract/money';
import type { CartProduct } from '../cart/cart-store.ts';

/** What a card shows and the cart remembers: a list's page carries no more than this of each product. */
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

// What tells two devices of one name apart: of each group the first that a device has.
const tellingSpecs = [[/^case( size)?$/i, /^storage$/i, /^type$/i], [/^colou?r$/i]];
const maxValueLength = 40;

/** "128 GB · Midnight": the few values that tell the device from its neighbours. */
export function specLine(specifications: Record<string, string>): string {
  const short = Object.entries(specifications).filter(([, value]) => value && value.length <= maxValueLength);
  const named = (name: RegExp) => short.find(([key]) => name.test(key))?.[1];
  const telling = tellingSpecs.flatMap((group) => group.map(named).find(Boolean) ?? []);
  const values = telling.length > 0 ? telling : short.slice(0, 2).map(([, value]) => value);
  return values.map(firstPart).join(' · ');
}

/** "128 GB" of "128 GB, microSD". */
function firstPart(value: string): string {
  return value.split(', ', 1)[0] ?? value;
}

/** "Like New · Open box"; said once where condition and origin say the same. */
export function conditionText(condition: Condition, origin: Origin): string {
  if (condition === 'refurbished' && origin === 'certified-refurbished') return conditionLabels[condition];
  return `${conditionLabels[condition]} · ${originLabels[origin]}`;
}
