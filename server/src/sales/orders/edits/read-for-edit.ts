import type { TaxTable } from '@reprise/contract/sales/orders/country-rates';
import { asc, eq } from 'drizzle-orm';
import { withRatesOfToday } from '../../../foundations/settings/rates-of-today.ts';
import { readSettings } from '../../../foundations/settings/settings.queries.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { findOrderCode, type OrderCode } from '../../discounts/find-discount.ts';
import type { DeliveryPlaces } from '../addresses/assert-address.ts';
import type { ItemRow } from '../orders.queries.ts';
import { orderItems } from '../orders.tables.ts';
import { type OrderedProduct, readProductsOnSale } from '../placement/ordered-products.queries.ts';

/** Data that an edit is planned from, as of now. */
export type ReadForEdit = {
  items: ItemRow[];
  /** Requested products that are on sale. */
  products: Map<string, OrderedProduct>;
  /** Rates of today. */
  rates: TaxTable & DeliveryPlaces & { exemptFrom?: string | undefined };
  /** Rate of a tax service at the place of the edit; null where those of the settings count. */
  basisPointsAtPlace: number | null;
  /** True if the VAT number of an order without tax is not valid, so that it is taxed. */
  isNumberInvalid: boolean;
  /** Countries that the store ships to. */
  shipTo: string[];
  /** Code of the order, on the terms of its day. */
  discount: OrderCode | undefined;
};

export async function readForEdit(
  db: Queryable,
  orderId: string,
  productIds: string[],
  { now, ...asked }: { now: Date } & Pick<ReadForEdit, 'basisPointsAtPlace' | 'isNumberInvalid'>,
): Promise<ReadForEdit> {
  const items = await db
    .select()
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId))
    .orderBy(asc(orderItems.position));
  const isDiscountedById = new Map(items.map((item) => [item.productId, item.discountCents !== null]));
  const added = productIds.filter((id) => !isDiscountedById.has(id));
  const discount = await findOrderCode(db, orderId, added);
  for (const [id, isDiscounted] of isDiscountedById) if (isDiscounted) discount?.productIds.add(id);
  const products = await readProductsOnSale(db, productIds);
  const settings = await readSettings(db);
  const rates = withRatesOfToday(settings, now);
  return { items, products, rates, shipTo: settings.shipTo, ...asked, discount };
}
