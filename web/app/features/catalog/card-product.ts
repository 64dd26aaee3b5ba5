import type { Product } from '@reprise/contract/catalog';
import { type Condition, conditionLabels, type Origin, originLabels } from '@reprise/contract/conditions';
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

// What tells two devices of one name apart, the most telling first.
const tellingSpecs = [/^storage$/i, /^type$/i, /^(case|case size|size)$/i, /^colou?r$/i];
const longestValue = 26;

/** "128 GB · Midnight": the few values that tell the device from its neighbours. */
export function specLine(specifications: Record<string, string>): string {
  const short = Object.entries(specifications).filter(([, value]) => value && value.length <= longestValue);
  const telling = tellingSpecs.flatMap((name) => short.find(([key]) => name.test(key))?.[1] ?? []);
  const values = telling.length > 0 ? telling : short.slice(0, 2).map(([, value]) => value);
  return [...new Set(values)].join(' · ');
}

/** "Like New · Open box"; said once where condition and origin say the same. */
export function conditionText(condition: Condition, origin: Origin): string {
  if (condition === 'refurbished' && origin === 'certified-refurbished') return conditionLabels[condition];
  return `${conditionLabels[condition]} · ${originLabels[origin]}`;
}
