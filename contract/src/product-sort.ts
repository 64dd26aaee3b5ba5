/** `saving`: the largest share off the original price first. */
export const productSorts = ['newest', 'price-low', 'price-high', 'rating', 'name', 'saving'] as const;
export type ProductSort = (typeof productSorts)[number];
