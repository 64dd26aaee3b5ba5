import { placeholderImage } from '@reprise/contract/catalog';
import type { Cents } from '@reprise/contract/money';
import { and, sql } from 'drizzle-orm';
import type { Queryable } from '../platform/database.ts';
import { categories } from './catalog.tables.ts';
import { isOnSale } from './product.queries.ts';
import { productCells } from './product-counts.ts';
import { escapeLike, literalSearch } from './product-search.ts';

const mostProducts = 5;
const mostWords = 3;

/** What a search box offers while somebody types: products, brands and categories that hold the words. */
export async function findSuggestions(db: Queryable, words: string | undefined) {
  if (!words) return { products: [], brands: [], categories: [] };
  const like = sql`'%' || lower(${escapeLike(words)}) || '%'`;
  const foundProducts = await findProducts(db, words);
  const { rows: brands } = await db.execute<{ brand: string }>(sql`
    select distinct brand from ${productCells} cells where lower(brand) like ${like}
    order by brand limit ${mostWords}`);
  const foundCategories = await db
    .select({ name: categories.name, slug: categories.slug })
    .from(categories)
    .where(sql`lower(${categories.name}) like ${like}`)
    .orderBy(categories.name)
    .limit(mostWords);
  return {
    products: foundProducts.map(({ images, ...product }) => ({
      ...product,
      image: images[0] ?? placeholderImage,
    })),
    brands: brands.map((row) => row.brand),
    categories: foundCategories,
  };
}

/** Of how many finds the models are told apart: the newest whose names hold the words, then others. */
const mostNamed = 200;
const mostOthers = 300;

/** One of each model: in stock where there is one, then the cheapest. Names that hold the words come first. */
async function findProducts(db: Queryable, words: string) {
  const { condition, isInName, source } = literalSearch(words);
  const columns = sql`id, slug, name, images, price_cents, scarcity, created_at, model_key`;
  const { rows } = await db.execute<{ slug: string; name: string; images: string[]; price: Cents }>(sql`
    with named as materialized (
      select ${columns}, true as is_in_name from ${source} where ${and(isOnSale, isInName)}
      order by created_at desc, id desc limit ${mostNamed}
    ), others as (
      select ${columns}, false as is_in_name from (
        select * from ${source} where ${and(isOnSale, condition)} limit ${mostOthers}
      ) products
      where not ${isInName} and (select count(*) from named) < ${mostNamed}
    )
    select slug, name, images, price_cents as price from (
      select *, row_number() over (
        partition by coalesce(model_key, id) order by scarcity > 0 desc, price_cents, id) as turn
      from (table named union all table others) found
    ) ranked
    where turn = 1
    order by is_in_name desc, scarcity > 0 desc, created_at desc, slug limit ${mostProducts}`);
  return rows;
}
