/**
 * The letters a generated SKU starts with: the first three of the brand and of the name, upper case.
 * A random number follows (three digits, more once those are taken).
 */
export function skuPrefix(brand: string, name: string): string {
  return (brand.slice(0, 3) + name.slice(0, 3)).toUpperCase();
}
