/** Sort orders of reviews, apart from the schemas so that the product page does not load them first. */
export const reviewSorts = ['newest', 'highest', 'lowest'] as const;
export type ReviewSort = (typeof reviewSorts)[number];
