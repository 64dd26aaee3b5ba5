/** Stock below this is low. */
export const lowStockBelow = 5;

export const stockWords = ['in-stock', 'low', 'out'] as const;
export type StockWord = (typeof stockWords)[number];

export function stockWord(stockCount: number): StockWord {
  if (stockCount <= 0) return 'out';
  return stockCount < lowStockBelow ? 'low' : 'in-stock';
}
