/** Specification by which a store states what a box holds. The product page shows it beside the price. */
export const boxContents = 'In the box';
