import type { CardProduct } from '@reprise/contract/catalog/products/product';

const picksShown = 3;

const familyOf = ({ id, family }: CardProduct) => family?.id ?? id;

const isInStock = ({ stockCount }: CardProduct) => stockCount > 0;

/**
 * Chooses the devices that the home page opens with: further featured ones, then those bought most, then the newest.
 * None is of a family that the page shows elsewhere, and each is of another category as long as there are several.
 */
export async function choosePicks(
  elsewhere: CardProduct[],
  featured: CardProduct[],
  bought: CardProduct[],
  readNewest: () => Promise<CardProduct[]>,
): Promise<CardProduct[]> {
  const chosen = [...featured, ...bought].filter(isInStock);
  const picks = firstOf(chosen, elsewhere);
  if (picks.length === picksShown) return picks;
  return firstOf([...chosen, ...(await readNewest()).filter(isInStock)], elsewhere);
}

/** Returns the first picks of different categories, filled with the first others. */
function firstOf(candidates: CardProduct[], elsewhere: CardProduct[]): CardProduct[] {
  const families = new Set(elsewhere.map(familyOf));
  const available = candidates.filter((product) => {
    const isNew = !families.has(familyOf(product));
    families.add(familyOf(product));
    return isNew;
  });
  const categories = new Set<string | null>();
  const ofOtherCategories = available.filter(({ categoryId }) => {
    const isNew = !categories.has(categoryId);
    categories.add(categoryId);
    return isNew;
  });
  return [...new Set([...ofOtherCategories, ...available])].slice(0, picksShown);
}
