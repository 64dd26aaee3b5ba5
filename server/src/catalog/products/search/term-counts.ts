import { sql } from 'drizzle-orm';
import { type Db, inTransaction } from '../../../platform/database/database.ts';
import { isOnSale } from '../product.queries.ts';
import { products } from '../products.tables.ts';
import { searchDocuments, searchTermCounts } from './search.tables.ts';

/** Products whose terms are counted; rarer terms than those of a sample rank alike. */
const sampleSize = 20_000;
/** Relative change in the number of products after which the terms are counted again. */
const minChange = 0.02;
/** Advisory lock number, the same in every process. */
const countLock = 7_248_127;

/**
 * Counts the products of each term from a sample, which ranking needs to tell rare words from common ones. Does nothing
 * until the number of products has changed by two percent.
 */
export async function updateTermCounts(db: Db): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { rows } = await tx.execute<{ acquired: boolean; products: number; counted: number }>(sql`
      select pg_try_advisory_xact_lock(${countLock}) as acquired,
        (select count(*)::int from ${products} where ${isOnSale}) as products,
        coalesce((select products from ${searchTermCounts} where term = ''), 0) as counted`);
    const { acquired = false, products: total = 0, counted = 0 } = rows[0] ?? {};
    if (!acquired || Math.abs(total - counted) <= total * minChange) return;
    const share = Math.min(1, sampleSize / total);
    await tx.delete(searchTermCounts);
    await tx.execute(sql`
      insert into ${searchTermCounts} (term, products)
      select '', ${total}::int
      union all
      select term, (count(*) / ${share}::float8)::int from (
        select terms from ${searchDocuments} where random() < ${share}::float8
      ) sample, unnest(terms) as term
      where term <> '' and left(term, 1) <> '@' and substr(term, 2, 1) <> ':'
      group by term`);
  });
}
