import type { Cents } from '@reprise/contract/money';
import { sql } from 'drizzle-orm';
import type { Tx } from '../../../platform/database/database.ts';
import { lowestPriceBefore, type PriceChange } from './lowest-price.ts';
import { productPrices } from './product-prices.tables.ts';

/** Changes read per product; with more, the older ones count as unknown. */
const maxChanges = 1000;

type Row = {
  product_id: string;
  since: string;
  price_cents: Cents | null;
  is_earlier_unknown: boolean;
  now: string;
};

/** Returns the lowest prices of the days before now of products whose sale starts, null where they are unknown. */
export async function readFormerPrices(tx: Tx, ids: string[]): Promise<Map<string, Cents | null>> {
  if (ids.length === 0) return new Map();
  const { rows } = await tx.execute<Row>(sql`
    select recent.*, clock_timestamp() as now
    from unnest(${sql.param(ids)}::text[]) as product (id), lateral (
      select * from ${productPrices} where product_id = product.id order by since desc limit ${maxChanges}
    ) recent`);
  const byProduct = Map.groupBy(rows, (row) => row.product_id);
  return new Map([...byProduct].map(([id, changes]) => [id, lowestOf(changes)]));
}

/** Compares with the clock of the database, by which its trigger writes the history. */
function lowestOf(rows: Row[]): Cents | null {
  const changes = rows.map(
    (row, index): PriceChange => ({
      since: new Date(row.since),
      priceCents: row.price_cents,
      isEarlierUnknown: row.is_earlier_unknown || index === maxChanges - 1,
    }),
  );
  return lowestPriceBefore(changes, new Date(rows[0]?.now ?? 0));
}
