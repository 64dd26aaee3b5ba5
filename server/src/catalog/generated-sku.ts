import { randomInt } from 'node:crypto';
import { skuPrefix } from '@reprise/contract/catalog/sku';

const triesPerLength = 5;

/** Three random digits; after every five tries that were taken, one digit more. */
export function generatedSku(brand: string, name: string, tries: number): string {
  const digits = 3 + Math.floor(tries / triesPerLength);
  const number = randomInt(10 ** (digits - 1), 10 ** digits);
  return `${skuPrefix(brand, name)}${number}`;
}
