/** Returns the URL of a category's products. */
export const categoryHref = (name: string): string => `/products?${new URLSearchParams({ category: name })}`;
