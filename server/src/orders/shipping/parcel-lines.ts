import type { ModelSize } from '@reprise/contract/shipping/parcel';
import { asc, eq, sql } from 'drizzle-orm';
import { products } from '../../catalog/catalog.tables.ts';
import { deviceModels } from '../../catalog/families/families.tables.ts';
import { sizeColumns } from '../../catalog/families/model-size.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { orderItems } from '../orders.tables.ts';
import type { CustomsItem } from './carrier.ts';

/** Line of an order that is in its parcel. */
export type ParcelLine = {
  name: string;
  quantity: number;
  unitPriceCents: CustomsItem['valueCents'];
  size: ModelSize | null;
};

/** Returns what an order ships, with the weight and size of each configuration. */
export async function readParcelLines(db: Queryable, orderId: string): Promise<ParcelLine[]> {
  const quantity = sql<number>`${orderItems.quantity} - ${orderItems.returnedQuantity} - ${orderItems.shortQuantity}`;
  const rows = await db
    .select({
      name: orderItems.name,
      unitPriceCents: orderItems.unitPriceCents,
      quantity: quantity.mapWith(Number),
      size: sizeColumns,
    })
    .from(orderItems)
    .leftJoin(products, eq(products.id, orderItems.productId))
    .leftJoin(deviceModels, eq(deviceModels.key, products.modelKey))
    .where(eq(orderItems.orderId, orderId))
    .orderBy(asc(orderItems.position));
  return rows.filter((row) => row.quantity > 0);
}
