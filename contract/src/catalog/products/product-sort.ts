/** `saving`: largest percentage off first. `relevance`: matches in the name first. */
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
