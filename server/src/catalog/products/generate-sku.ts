import { randomInt } from 'node:crypto';
import { skuPrefix } from '@reprise/contract/catalog/products/sku';

const triesPerLength = 5;

/** Returns the SKU prefix and three random digits; every five tries add one digit, because shorter numbers are taken. */
export function generateSku(brand: string, name: string, tries: number): string {
  const digits = 3 + Math.floor(tries / triesPerLength);
  const number = randomInt(10 ** (digits - 1), 10 ** digits);
  return `${skuPrefix(brand, name)}${number}`;
}
