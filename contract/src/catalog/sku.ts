/** Prefix of a generated SKU: the first three letters of brand and name, upper case, before a random number. */
export function skuPrefix(brand: string, name: string): string {
  return (brand.slice(0, 3) + name.slice(0, 3)).toUpperCase();
}
