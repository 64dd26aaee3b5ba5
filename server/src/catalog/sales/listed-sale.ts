import type { Cents } from '@reprise/contract/money';
import { productSales } from './product-sales.tables.ts';

/** Columns of a sale in the product list, for `saleOf`. */
export const saleColumns = {
  price: productSales.salePriceCents,
  startsAt: productSales.startsAt,
  endsAt: productSales.endsAt,
  regularPrice: productSales.regularPriceCents,
};

type SaleRow = { price: Cents; startsAt: Date; endsAt: Date; regularPrice: Cents | null };

export function saleOf({ price, startsAt, endsAt, regularPrice }: SaleRow) {
  return {
    price,
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    isRunning: regularPrice !== null,
  };
}
