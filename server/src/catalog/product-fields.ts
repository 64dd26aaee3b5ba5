import type { EditedProduct, NewProduct, Warranty } from '@reprise/contract/catalog/product';
import { cents } from '@reprise/contract/money';
import type { products } from './catalog.tables.ts';

/** Price of drafts without one. */
export const noPrice = cents(0);

/** Removes empty form entries. */
export function withoutEmpty(entries: string[]): string[] {
  return entries.filter((entry) => entry !== '');
}

type ProductImages = Pick<typeof products.$inferSelect, 'images' | 'imageAlts'>;

/** Merges submitted images over the current ones. An image without submitted alt text retains its current one. */
export function imagesFrom(
  before: ProductImages,
  input: Pick<EditedProduct, 'images' | 'imageAlts'>,
): ProductImages {
  const currentAlts = new Map(before.images.map((image, index) => [image, before.imageAlts[index] ?? '']));
  const images = (input.images ?? before.images)
    .map((image, index) => ({ image, alt: input.imageAlts?.[index] ?? currentAlts.get(image) ?? '' }))
    .filter(({ image }) => image !== '');
  return { images: images.map(({ image }) => image), imageAlts: images.map(({ alt }) => alt) };
}

/** Merges the submitted parts of a warranty over the base. */
export function warrantyFrom(base: Warranty, input: NewProduct['warranty']): Warranty {
  return {
    duration: input?.duration ?? base.duration,
    type: input?.type ?? base.type,
    description: input?.description ?? base.description,
  };
}

type NewPrice = { originalPrice?: number | null | undefined; newPriceDate?: string | null | undefined };

/** Returns the date of the price when new; null without that price. */
export function newPriceDateFrom(before: string | null, { originalPrice, newPriceDate }: NewPrice) {
  if (!originalPrice) return null;
  return newPriceDate === undefined ? before : newPriceDate || null;
}
