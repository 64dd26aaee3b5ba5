import { sql } from 'drizzle-orm';
import { expireRows, type RetentionSteps } from '../../../platform/database/retention-step.ts';
import { productPrices } from './product-prices.tables.ts';

/** Deletes prices that a later one had replaced before a time. The last one of a product stays, however old it is. */
export function expireProductPrices(before: string): RetentionSteps {
  return {
    'prices of products': expireRows(
      (limit) => sql`delete from ${productPrices} where (product_id, since) in (
        select product_id, since from ${productPrices} old
        where since < ${before} and exists (
          select from ${productPrices} next
          where next.product_id = old.product_id and next.since > old.since and next.since < ${before})
        limit ${limit})`,
    ),
  };
}
