import { placeholderImage } from '@reprise/contract/catalog';
import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../platform/database.ts';
import { categories, products } from './catalog.tables.ts';
import { isOnSale } from './product.queries.ts';
import { escapeLike, literalSearch } from './product-search.ts';

const mostProducts = 5;
const mostOthers = 3;

/** What a search box offers while somebody types: products, brands and categories that hold the words. */
export async function findSuggestions(db: Queryable, words: string | undefined) {
  if (!words) return { products: [], brands: [], categories: [] };
  const like = sql`'%' || lower(${escapeLike(words)}) || '%'`;
  const foundProducts = await findProducts(db, words, like);
  const brands = await db
    .selectDistinct({ brand: products.brand })
    .from(products)
    .where(and(isOnSale, literalSearch(words).condition, sql`lower(${products.brand}) like ${like}`))
    .orderBy(products.brand)
    .limit(mostOthers);
  const foundCategories = await db
    .select({ name: categories.name, slug: categories.slug })
    .from(categories)
    .where(sql`lower(${categories.name}) like ${like}`)
    .orderBy(categories.name)
    .limit(mostOthers);
  return {
    products: foundProducts.map(({ images, ...product }) => ({
      ...product,
      image: images[0] ?? placeholderImage,
    })),
    brands: brands.map((row) => row.brand),
    categories: foundCategories,
  };
}

/** One of each model: in stock where there is one, then the cheapest. Names that hold the words come first. */
async function findProducts(db: Queryable, words: string, like: SQL) {
  const turn = sql<number>`row_number() over (
    partition by coalesce(${products.modelKey}, ${products.id})
    order by ${products.stockCount} > 0 desc, ${products.priceCents}, ${products.id}
  )`.as('turn');
  const isInName = sql<boolean>`lower(${products.name}) like ${like}`.as('is_in_name');
  const ranked = db
    .select({
      slug: products.slug,
      name: products.name,
      images: products.images,
      price: products.priceCents,
      stockCount: products.stockCount,
      createdAt: products.createdAt,
      isInName,
      turn,
    })
    .from(products)
    .where(and(isOnSale, literalSearch(words).condition))
    .as('ranked');
  return db
    .select({ slug: ranked.slug, name: ranked.name, images: ranked.images, price: ranked.price })
    .from(ranked)
    .where(eq(ranked.turn, 1))
    .orderBy(desc(ranked.isInName), sql`${ranked.stockCount} > 0 desc`, desc(ranked.createdAt), ranked.slug)
    .limit(mostProducts);
}
