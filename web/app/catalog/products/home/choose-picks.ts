import type { CardProduct } from '@reprise/contract/catalog/products/product';

/** A device that the home page opens with, and why, in words. */
export type Pick = { product: CardProduct; reason: string };

const picksShown = 3;

const familyOf = ({ id, family }: CardProduct) => family?.id ?? id;

/**
 * Chooses the devices that the home page opens with: further featured ones, then those bought most, then the newest.
 * None is of a family that the page shows elsewhere, and each is of another category as long as there are several.
 */
export async function choosePicks(
  elsewhere: CardProduct[],
  featured: CardProduct[],
  bought: CardProduct[],
  readNewest: () => Promise<CardProduct[]>,
): Promise<Pick[]> {
  const candidates = (products: CardProduct[], reason: string) =>
    products.filter(({ stockCount }) => stockCount > 0).map((product) => ({ product, reason }));
  const chosen = [...candidates(featured, 'Featured'), ...candidates(bought, 'Bought most')];
  const picks = firstOf(chosen, elsewhere);
  if (picks.length === picksShown) return picks;
  return firstOf([...chosen, ...candidates(await readNewest(), 'Just in')], elsewhere);
}

/** Returns the first picks of different categories, filled with the first others. */
function firstOf(candidates: Pick[], elsewhere: CardProduct[]): Pick[] {
  const families = new Set(elsewhere.map(familyOf));
  const available = candidates.filter(({ product }) => {
    const isNew = !families.has(familyOf(product));
    families.add(familyOf(product));
    return isNew;
  });
  const categories = new Set<string | null>();
  const ofOtherCategories = available.filter(({ product: { categoryId } }) => {
    const isNew = !categories.has(categoryId);
    categories.add(categoryId);
    return isNew;
  });
  return [...new Set([...ofOtherCategories, ...available])].slice(0, picksShown);
}
