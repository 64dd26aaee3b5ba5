/** Stock below this is low. */
export const lowStockBelow = 5;

export const stockLevels = ['in-stock', 'low', 'out'] as const;
export type StockLevel = (typeof stockLevels)[number];

export function stockLevel(stockCount: number): StockLevel {
  if (stockCount <= 0) return 'out';
  return stockCount < lowStockBelow ? 'low' : 'in-stock';
}
