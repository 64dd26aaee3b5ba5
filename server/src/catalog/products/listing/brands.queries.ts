import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database/database.ts';
import { isOnSale } from '../product.queries.ts';
import { products } from '../products.tables.ts';

const maxBrands = 500;

/** SQL: table `brands` of the brands of these products, by a loose index scan: it reads one product of each brand. */
const brandsOf = (condition: SQL) => sql`(
  with recursive brands as (
    (select brand from ${products} where ${condition} order by brand limit 1)
    union all
    select (select brand from ${products} where brand > brands.brand and ${condition} order by brand limit 1)
    from brands where brands.brand is not null
  )
  select brand from brands where brand is not null
) brands`;

/** SQL: table `brands` of the brands on sale. */
export const brandsOnSale = brandsOf(isOnSale);

/** Lists the brands of all products by name. */
export async function listBrands(db: Queryable): Promise<string[]> {
  const { rows } = await db.execute<{ brand: string }>(
    sql`select brand from ${brandsOf(sql`true`)} limit ${maxBrands}`,
  );
  return rows.flatMap(({ brand }) => brand || []).sort((a, b) => a.localeCompare(b, 'en'));
}
