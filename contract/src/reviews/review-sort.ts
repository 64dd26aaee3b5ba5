/** How a product's reviews may be ordered. Kept from the schemas: the product page's first load needs no more. */
export const reviewSorts = ['newest', 'highest', 'lowest'] as const;
export type ReviewSort = (typeof reviewSorts)[number];
