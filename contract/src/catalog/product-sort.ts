/** `saving`: the largest share off the original price first. `relevance`: what the search names, before what mentions it. */
export const productSorts = [
  'newest',
  'price-low',
  'price-high',
  'rating',
  'name',
  'saving',
  'relevance',
] as const;
export type ProductSort = (typeof productSorts)[number];
