import type { PublicGrading } from '@reprise/contract/catalog/grading/grading';
import { conditionMeanings } from '@reprise/contract/catalog/products/conditions';
import type { ConditionOffer } from '@reprise/contract/catalog/products/product';
import { warrantyText } from '../../../sales/cart/cart-product.ts';

/** Condition of a model as the ladder shows it. */
export type LadderOffer = Pick<
  ConditionOffer,
  'id' | 'slug' | 'condition' | 'origin' | 'price' | 'originalPrice' | 'formerPrice' | 'inStock'
> & {
  /** Most wear that its grade may show, in words that can be measured; else what the condition means. */
  look: string;
  /** Warranty and battery. */
  promises: string[];
  /** First image that no other condition has: it shows this one. Null without one, or without other conditions. */
  image: string | null;
};

/** Returns what the ladder shows of each condition; `grading` is the standard of the kind of device, if it is known. */
export function toLadderOffers(
  ladder: ConditionOffer[],
  grading?: Pick<PublicGrading, 'grades' | 'surfaces'>,
): LadderOffer[] {
  const isOf = ({ id }: { id: string }, image: string) =>
    ladder.every((one) => one.id === id || !one.images.includes(image));
  return ladder.map(({ images, warranty, batteryHealth, stockCount: _, ...offer }) => ({
    ...offer,
    look: lookOf(offer.condition, grading),
    promises: [
      ...(warranty.duration ? [warrantyText(warranty)] : []),
      ...(batteryHealth === null ? [] : [batteryText(batteryHealth)]),
    ],
    image: (ladder.length > 1 && images.find((image) => isOf(offer, image))) || null,
  }));
}

const batteryText = (percent: number) => (percent === 100 ? 'new battery' : `battery ${percent}% or better`);

function lookOf(
  condition: ConditionOffer['condition'],
  grading: Parameters<typeof toLadderOffers>[1],
): string {
  const grade = grading?.grades.find((one) => one.condition === condition && !one.isRetired);
  const surface = grading?.surfaces.find(({ key }) => key === 'body') ?? grading?.surfaces[0];
  const words = surface && grade?.words[surface.key];
  if (!words) return conditionMeanings[condition];
  const look = `${surface.label}: ${words[0]?.toLowerCase()}${words.slice(1)}.`;
  return grade.worstWear === null ? look : `Worn parts replaced. ${look}`;
}
