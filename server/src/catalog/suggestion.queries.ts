import { placeholderImage } from '@reprise/contract/catalog';
import type { Cents } from '@reprise/contract/money';
import { and, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../platform/database.ts';
import { categories, products } from './catalog.tables.ts';
import { idsInFirstWindow, newestFound } from './newest-found.ts';
import { isOnSale } from './product.queries.ts';
import { productCells } from './product-counts.ts';
import { escapeLike, literalSearch, prepareSearch, type Search } from './product-search.ts';

const mostProducts = 5;
const mostWords = 3;

/** What a search box offers while somebody types: products, brands and categories that hold the words. */
export async function findSuggestions(db: Queryable, words: string | undefined) {
  if (!words) return { products: [], brands: [], categories: [] };
  const like = sql`'%' || lower(${escapeLike(words)}) || '%'`;
  const foundProducts = await findProducts(db, words);
  const { rows } = await db.execute<{ brand: string | null; name: string; slug: string }>(sql`
    (select distinct brand, '' as name, '' as slug from ${productCells} cells where lower(brand) like ${like}
      order by brand limit ${mostWords})
    union all
    (select null, name, slug from ${categories} where lower(name) like ${like} order by name limit ${mostWords})`);
  return {
    products: foundProducts.map(({ images, ...product }) => ({
      ...product,
      image: images[0] ?? placeholderImage,
    })),
    brands: rows.flatMap(({ brand }) => (brand === null ? [] : [brand])),
    categories: rows.flatMap(({ brand, name, slug }) => (brand === null ? [{ name, slug }] : [])),
  };
}

/** Of how many finds the models are told apart: the newest whose names hold the words, then others. */
const mostNamed = 200;
const mostOthers = 300;

/**
 * One of each model: in stock where there is one, then the cheapest. Names that hold the words come first, before all
 * those that hold them to the last letter.
 */
async function findProducts(db: Queryable, typed: string): Promise<Suggested[]> {
  const search = literalSearch(await prepareSearch(db, withoutBegunWord(typed)));
  const pickModels = (named: SQL, others?: SQL) => pickModelsFor(db, typed, named, others);
  if (search.isVain) return [];
  if (!search.isIndexed) return findAmongNewest(search, pickModels);
  const wanted = { share: usualShare, windows: search.windows };
  const named = { ...wanted, condition: and(isOnSale, search.named), needed: mostNamed };
  const found = await pickModels(sql`array(${idsInFirstWindow(named)})`);
  if (found.length === mostProducts) return found;
  const mentioned = and(isOnSale, search.condition, sql`not ${search.isInName}`);
  const ids = await newestFound(db, named);
  const others = await newestFound(db, { ...wanted, condition: mentioned, needed: mostOthers });
  return pickModels(textArray(ids), textArray(others));
}

/** A word of which only a letter is there says little, and begins thousands of words: what stands before it leads. */
function withoutBegunWord(typed: string): string {
  return typed.replace(/(?<=\S)\s+\S$/u, '');
}

const textArray = (texts: string[]) => sql`${sql.param(texts)}::text[]`;

/** A word that much of the catalogue holds is found in the first windows; of a rarer one the last finds few. */
const usualShare = 0.03;

/** Few letters, or none, are in no index. */
async function findAmongNewest(
  { isInName, condition, source }: Search,
  pickModels: (named: SQL, others?: SQL) => Promise<Suggested[]>,
): Promise<Suggested[]> {
  const idsOf = (where: SQL | undefined, most: number) =>
    sql`array(select id from ${source} where ${and(isOnSale, where)} limit ${most})`;
  const named = idsOf(isInName, mostNamed);
  const found = await pickModels(named);
  if (found.length === mostProducts) return found;
  return pickModels(named, idsOf(and(condition, sql`not ${isInName}`), mostOthers));
}

type Suggested = { slug: string; name: string; images: string[]; price: Cents };

async function pickModelsFor(
  db: Queryable,
  typed: string,
  named: SQL,
  others = sql`array[]::text[]`,
): Promise<Suggested[]> {
  const { rows } = await db.execute<Suggested>(sql`
    with found as materialized (
      select ${named} as named, ${others} as others
    ), ranked as (
      select *, id = any((select named from found)::text[]) as is_in_name, row_number() over (
        partition by coalesce(model_key, id) order by scarcity > 0 desc, price_cents, id) as turn
      from ${products} where id = any((select named || others from found)::text[])
    )
    select slug, name, images, price_cents as price from ranked
    where turn = 1
    order by strpos(lower(name), lower(${typed})) > 0 desc, is_in_name desc, scarcity > 0 desc, created_at desc, slug limit ${mostProducts}`);
  return rows;
}
