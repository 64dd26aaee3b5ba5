import { placeholderImage } from '@reprise/contract/catalog/product';
import type { Cents } from '@reprise/contract/money';
import { and, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/database.ts';
import { escapeLike } from '../../platform/database/like-pattern.ts';
import { categories, products } from '../catalog.tables.ts';
import { facetBuckets } from '../listing/facet-counts.ts';
import { isOnSale } from '../product.queries.ts';
import { newestTier, type TierQuery } from './newest-hits.ts';
import { exactSearch, prepareSearch, type Search } from './product-search.ts';

const maxProducts = 5;
const maxWords = 3;

/** Returns the suggestions of the search box: products, brands and categories that contain the typed words. */
export async function findSuggestions(db: Queryable, query: string | undefined) {
  if (!query) return { products: [], brands: [], categories: [] };
  const like = sql`'%' || lower(${escapeLike(query)}) || '%'`;
  const matches = await suggestProducts(db, query);
  const { rows } = await db.execute<{ brand: string | null; name: string; slug: string }>(sql`
    (select distinct brand, '' as name, '' as slug from ${facetBuckets} buckets where lower(brand) like ${like}
      order by brand limit ${maxWords})
    union all
    (select null, name, slug from ${categories} where lower(name) like ${like} order by name limit ${maxWords})`);
  return {
    products: matches.map(({ images, ...product }) => ({
      ...product,
      image: images[0] ?? placeholderImage,
    })),
    brands: rows.flatMap(({ brand }) => (brand === null ? [] : [brand])),
    categories: rows.flatMap(({ brand, name, slug }) => (brand === null ? [{ name, slug }] : [])),
  };
}

/** Number of matches that are grouped by model: the newest whose names match, then others. */
const maxNamed = 200;
const maxOthers = 200;

/**
 * Returns one product per model, in stock before sold out, then the cheapest. Names that contain the text as typed come
 * first, then names that match its words, then other matches.
 */
async function suggestProducts(db: Queryable, typed: string): Promise<SuggestedProduct[]> {
  const search = exactSearch(await prepareSearch(db, dropPartialWord(typed)));
  if (search.hasNoMatches) return [];
  const otherMatches = and(search.condition, sql`not ${search.matchesName}`);
  const hasModels = (matches: SQL, where: SQL) =>
    sql`(select count(distinct model) from ${matches} where ${where}) >= ${maxProducts}`;
  const base = { tiers: search.tiers, isEnough: (matches: SQL) => hasModels(matches, sql`in_stock`) };
  const named = { ...base, condition: and(isOnSale, search.nameCondition), needed: maxNamed };
  const onlyIf = sql`not ${hasModels(sql`named`, sql`true`)}`;
  const others = { ...base, condition: and(isOnSale, otherMatches), needed: maxOthers, onlyIf };
  const find = search.isIndexed ? newestTier : newestScan(search);
  const parts = sql.join([...find('named', named), ...find('others', others)], sql`, `);
  const { rows } = await db.execute<SuggestedProduct>(sql`
    with ${parts}, ranked as (
      select *, id = any(array(select id from named)) as is_in_name, row_number() over (
        partition by coalesce(model_key, id) order by stock_capped > 0 desc, price_cents, id) as rank_in_model
      from ${products} where id = any(array(select id from named union all select id from others))
    )
    select slug, name, images, price_cents as price from ranked
    where rank_in_model = 1
    order by strpos(lower(name), lower(${typed})) > 0 desc, is_in_name desc, stock_capped > 0 desc, created_at desc, slug limit ${maxProducts}`);
  return rows;
}

type SuggestedProduct = { slug: string; name: string; images: string[]; price: Cents };

/** Drops a last word of one letter: thousands of words start with it, so the words before it are searched. */
function dropPartialWord(typed: string): string {
  const letters = [...typed];
  const last = letters.pop() ?? '';
  const withoutLast = letters.join('');
  const wholeWords = withoutLast.trimEnd();
  const isPartialWord = last.trim() !== '' && wholeWords.trim() !== '' && wholeWords !== withoutLast;
  return isPartialWord ? wholeWords : typed;
}

/** Short queries are in no index, so the newest products are scanned. */
const newestScan =
  ({ source }: Search) =>
  (name: string, { condition, needed, onlyIf }: TierQuery): SQL[] => [
    sql`${sql.identifier(name)} as materialized (
      select id, created_at, coalesce(model_key, id) as model, stock_capped > 0 as in_stock from ${source} where ${and(condition, onlyIf)} limit ${needed})`,
  ];
