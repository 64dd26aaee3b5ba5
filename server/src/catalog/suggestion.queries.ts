import { placeholderImage } from '@reprise/contract/catalog';
import { and, desc, sql } from 'drizzle-orm';
import type { Queryable } from '../platform/database.ts';
import { categories, products } from './catalog.tables.ts';
import { escapeLike, literalSearch } from './product-search.ts';

const mostProducts = 5;
const mostOthers = 3;

/** What a search box offers while somebody types: products, brands and categories that hold the words. */
export async function findSuggestions(db: Queryable, words: string | undefined) {
  if (!words) return { products: [], brands: [], categories: [] };
  const like = sql`'%' || lower(${escapeLike(words)}) || '%'`;
  const foundProducts = await db
    .select({
      slug: products.slug,
      name: products.name,
      images: products.images,
      price: products.priceCents,
    })
    .from(products)
    .where(literalSearch(words).condition)
    .orderBy(
      sql`(lower(${products.name}) like ${like}) desc`,
      sql`(${products.stockCount} > 0) desc`,
      desc(products.createdAt),
      desc(products.id),
    )
    .limit(mostProducts);
  const brands = await db
    .selectDistinct({ brand: products.brand })
    .from(products)
    .where(and(literalSearch(words).condition, sql`lower(${products.brand}) like ${like}`))
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
