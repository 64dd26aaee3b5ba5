import type { ListedSale } from '@reprise/contract/catalog/products/products-admin';
import type { Cents } from '@reprise/contract/money';
import { eq } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database/database.ts';
import { productSales } from './product-sales.tables.ts';

/** Columns of a sale in the product list, for `saleOf`. */
export const saleColumns = {
  price: productSales.salePriceCents,
  startsAt: productSales.startsAt,
  endsAt: productSales.endsAt,
  regularPrice: productSales.regularPriceCents,
};

type SaleRow = { price: Cents; startsAt: Date; endsAt: Date; regularPrice: Cents | null };

export function saleOf({ price, startsAt, endsAt, regularPrice }: SaleRow): ListedSale {
  return {
    price,
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    isRunning: regularPrice !== null,
  };
}

/** Returns the scheduled or running sale of a product, or null. */
export async function findSale(db: Queryable, productId: string): Promise<ListedSale | null> {
  const [row] = await db.select(saleColumns).from(productSales).where(eq(productSales.productId, productId));
  return row ? saleOf(row) : null;
}
