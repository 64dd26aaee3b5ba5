import { placeholderImage } from '@reprise/contract/catalog/products/product';
import type { Cents } from '@reprise/contract/money';
import { sql } from 'drizzle-orm';
import { byName } from '../../../platform/database/by-name.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { escapeLike } from '../../../platform/database/like-pattern.ts';
import { offerOrder } from '../families/card-family.ts';
import { productFamilies } from '../families/families.tables.ts';
import { brandsOnSale } from '../listing/brands.queries.ts';
import { matchOrder, searchedProducts } from '../listing/search-matches.ts';
import { isOnSale } from '../product.queries.ts';
import { categories, products } from '../products.tables.ts';
import type { ProductSearch } from './product-search.ts';
import type { SearchEngine } from './search-engine.ts';
import type { Stage } from './search-stages.ts';

const maxProducts = 5;
const maxWords = 3;

/** Returns the suggestions of the search box: products, brands and categories that match the typed words. */
export async function findSuggestions(
  db: Queryable,
  query: string | undefined,
  { suggest }: Pick<SearchEngine, 'suggest'>,
) {
  if (!query) return { products: [], brands: [], categories: [] };
  const like = sql`'%' || lower(${escapeLike(query)}) || '%'`;
  const matches = await suggest(db, query);
  const { rows } = await db.execute<{ brand: string | null; name: string; slug: string }>(sql`
    (select brand, '' as name, '' as slug from ${brandsOnSale} where lower(brand) like ${like}
      order by ${byName(sql`brand`)} limit ${maxWords})
    union all
    (select null, name, slug from ${categories} where lower(name) like ${like} order by ${byName(categories.name)} limit ${maxWords})`);
  return {
    products: matches.map(({ images, from = false, ...product }) => ({
      ...product,
      from,
      image: images[0] ?? placeholderImage,
    })),
    brands: rows.flatMap(({ brand }) => (brand === null ? [] : [brand])),
    categories: rows.flatMap(({ brand, name, slug }) => (brand === null ? [{ name, slug }] : [])),
  };
}

/** Number of best matches that are grouped by family. */
const maxRanked = 200;

/**
 * Returns one product per family in the order of the search, the cheapest in stock of each family. Short texts are in many
 * products; they are looked for only if the words match too few.
 */
export async function suggestProducts(
  db: Queryable,
  typed: string,
  stages: AsyncIterable<Stage>,
): Promise<SuggestedProduct[]> {
  for await (const { search } of stages) {
    const byWords = search.words ? await readSuggested(db, typed, { ...search, substring: null }) : [];
    if (byWords.length === maxProducts) return byWords;
    const suggested = search.substring ? await readSuggested(db, typed, search) : byWords;
    if (suggested.length > 0) return suggested;
  }
  return [];
}

/** "galaxy s" is the beginning of "Galaxy S22": a name with the text at the beginning of a word comes first. */
async function readSuggested(
  db: Queryable,
  typed: string,
  search: ProductSearch,
): Promise<SuggestedProduct[]> {
  const beginsWord = sql`' ' || lower(${products.name}) like '% ' || lower(${escapeLike(typed.trim())}) || '%'`;
  const { rows } = await db.execute<SuggestedProduct>(sql`
    with best as (
      select ${products.id}, row_number() over (order by ${beginsWord} desc, ${matchOrder}) as place
      from (${searchedProducts(search)} offset 0) products
      where ${isOnSale} order by place limit ${maxRanked}
    ), ranked as (
      select products.*, min(place) over family as family_place, count(*) over family > 1 as "from", row_number() over (
        family order by ${offerOrder}) as rank_in_family
      from best join ${products} on products.id = best.id
      window family as (partition by products.family_id)
    )
    select ranked.slug, coalesce(${productFamilies.name}, ranked.name) as name, ranked.images, price_cents as price, ranked."from"
    from ranked left join ${productFamilies} on ${productFamilies.id} = ranked.family_id
    where rank_in_family = 1 order by family_place limit ${maxProducts}`);
  return rows;
}

export type SuggestedProduct = {
  slug: string;
  name: string;
  images: string[];
  price: Cents;
  /** True if the family has other offers that match: the price is the lowest of those in stock. */
  from?: boolean | undefined;
};
