import type { PriceEnding } from '@reprise/contract/catalog/products/products-admin';

/** How a computed price is rounded, in words. */
export const endingLabels: Record<PriceEnding, string> = {
  exact: 'To the cent ($121.37)',
  whole: 'To whole dollars ($121)',
  'ninety-nine': 'To .99 ($120.99)',
};
