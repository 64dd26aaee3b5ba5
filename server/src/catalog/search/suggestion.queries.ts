import { placeholderImage } from '@reprise/contract/catalog/catalog';
import type { Cents } from '@reprise/contract/money';
import { and, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/database.ts';
import { categories, products } from '../catalog.tables.ts';
import { facetBuckets } from '../listing/facet-counts.ts';
import { isOnSale } from '../product.queries.ts';
import { newestTier, type Wanted } from './newest-hits.ts';
import { escapeLike, literalSearch, prepareSearch, type Search } from './product-search.ts';

const maxProducts = 5;
const maxWords = 3;

/** What a search box offers while somebody types: products, brands and categories that hold the words. */
export async function findSuggestions(db: Queryable, words: string | undefined) {
  if (!words) return { products: [], brands: [], categories: [] };
  const like = sql`'%' || lower(${escapeLike(words)}) || '%'`;
  const foundProducts = await findProducts(db, words);
  const { rows } = await db.execute<{ brand: string | null; name: string; slug: string }>(sql`
    (select distinct brand, '' as name, '' as slug from ${facetBuckets} cells where lower(brand) like ${like}
      order by brand limit ${maxWords})
    union all
    (select null, name, slug from ${categories} where lower(name) like ${like} order by name limit ${maxWords})`);
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
const maxNamedOrders = 200;
const maxOthers = 200;

/**
 * One of each model: in stock where there is one, then the cheapest. Names that hold the words come first, before all
 * those that hold them to the last letter.
 */
async function findProducts(db: Queryable, typed: string): Promise<Suggested[]> {
  const search = literalSearch(await prepareSearch(db, withoutBegunWord(typed)));
  if (search.hasNoMatches) return [];
  const mentioned = and(search.condition, sql`not ${search.isInName}`);
  const hasModels = (found: SQL, where: SQL) =>
    sql`(select count(distinct model) from ${found} where ${where}) >= ${maxProducts}`;
  const wanted = { windows: search.windows, isEnough: (found: SQL) => hasModels(found, sql`in_stock`) };
  const named = { ...wanted, condition: and(isOnSale, search.named), needed: maxNamedOrders };
  const onlyIf = sql`not ${hasModels(sql`named`, sql`true`)}`;
  const others = { ...wanted, condition: and(isOnSale, mentioned), needed: maxOthers, onlyIf };
  const find = search.isIndexed ? newestTier : amongNewest(search);
  const parts = sql.join([...find('named', named), ...find('others', others)], sql`, `);
  const { rows } = await db.execute<Suggested>(sql`
    with ${parts}, ranked as (
      select *, id = any(array(select id from named)) as is_in_name, row_number() over (
        partition by coalesce(model_key, id) order by scarcity > 0 desc, price_cents, id) as turn
      from ${products} where id = any(array(select id from named union all select id from others))
    )
    select slug, name, images, price_cents as price from ranked
    where turn = 1
    order by strpos(lower(name), lower(${typed})) > 0 desc, is_in_name desc, scarcity > 0 desc, created_at desc, slug limit ${maxProducts}`);
  return rows;
}

type Suggested = { slug: string; name: string; images: string[]; price: Cents };

/** A word of which only a letter is there says little, and begins thousands of words: what stands before it leads. */
function withoutBegunWord(typed: string): string {
  const letters = [...typed];
  const last = letters.pop() ?? '';
  const before = letters.join('');
  const words = before.trimEnd();
  const isBegunWord = last.trim() !== '' && words.trim() !== '' && words !== before;
  return isBegunWord ? words : typed;
}

/** Few letters, or none, are in no index. */
const amongNewest =
  ({ source }: Search) =>
  (name: string, { condition, needed, onlyIf }: Wanted): SQL[] => [
    sql`${sql.identifier(name)} as materialized (
      select id, created_at, coalesce(model_key, id) as model, scarcity > 0 as in_stock from ${source} where ${and(condition, onlyIf)} limit ${needed})`,
  ];
