const prefix = 'custom_';

/** Returns the product id of a custom line: no product has it. */
export const customProductId = (itemId: string): string => `${prefix}${itemId}`;

/** True for a line that moves no stock. */
export const isCustomLine = ({ productId }: { productId: string }): boolean => productId.startsWith(prefix);
