/** Id of the part of a product page where storage, color and condition are chosen. */
export const choicesAnchor = 'choices';
