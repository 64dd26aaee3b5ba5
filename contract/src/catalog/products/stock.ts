import { formatNumber } from '../../formats.ts';

/** Stock below this is low. */
export const lowStockBelow = 5;

/** Most units that can be counted by hand. */
export const maxStock = 1_000_000;
export const tooMuchStock = (): string => `A product can have at most ${formatNumber(maxStock)} in stock`;

export const stockLevels = ['in-stock', 'low', 'out'] as const;
export type StockLevel = (typeof stockLevels)[number];

export function stockLevel(stockCount: number): StockLevel {
  if (stockCount <= 0) return 'out';
  return stockCount < lowStockBelow ? 'low' : 'in-stock';
}
