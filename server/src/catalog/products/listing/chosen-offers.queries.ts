import { maxDeals, minDealSaving } from '@reprise/contract/catalog/products/deals';
import { sql } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database/database.ts';
import { isOnSale } from '../product.queries.ts';
import { productStockAndSales, products } from '../products.tables.ts';
import { isSaving, savingShare } from './option-filters.ts';

/** Offers among which deals are chosen, so that the cost does not grow with the catalog. */
const maxOffers = 1000;

const columns = sql`${products.id} as id, ${products.familyId} as family_id, ${products.saleEndsAt} is not null as in_sale,
  ${savingShare} as saving`;
const isAvailable = sql`${isOnSale} and ${products.stockCapped} > 0`;

/** Returns the ids of the deals: offers in a sale first, then those with the best saving against new. */
export async function findDealIds(db: Queryable): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    with offers as materialized (
      (select ${columns} from ${products} where ${products.saleEndsAt} is not null and ${isAvailable}
        order by ${products.id} limit ${maxOffers})
      union
      (select ${columns} from ${products} where ${isSaving(minDealSaving)} and ${isAvailable}
        order by ${savingShare} desc, ${products.createdAt} desc, ${products.id} desc limit ${maxOffers})
    ), families as (
      select family_id from offers group by family_id
      order by bool_or(in_sale) desc, max(saving) desc, family_id limit ${maxDeals}
    )
    select id from offers join families using (family_id)`);
  return rows.map(({ id }) => id);
}

/** Families that the popular products have at most. */
const maxPopular = 12;

/** Returns the ids of the offers in stock of which most units were sold. */
export async function findPopularIds(db: Queryable): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    with offers as materialized (
      select ${products.id} as id, ${products.familyId} as family_id, most.sold_count
      from (
        select product_id, sold_count from ${productStockAndSales} where sold_count > 0 and stock_count > 0
        order by sold_count desc, product_id desc limit ${maxOffers}
      ) most join ${products} on ${products.id} = most.product_id where ${isAvailable}
    ), families as (
      select family_id from offers group by family_id order by max(sold_count) desc, family_id limit ${maxPopular}
    )
    select id from offers join families using (family_id)`);
  return rows.map(({ id }) => id);
}
