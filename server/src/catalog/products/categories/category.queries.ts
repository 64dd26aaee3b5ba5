import type { Category } from '@reprise/contract/catalog/products/product';
import { Problem } from '@reprise/contract/problem';
import { desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database/database.ts';
import { isOnSale } from '../product.queries.ts';
import { categories, categoryRedirects, products } from '../products.tables.ts';

/** SQL: a count of the products on sale in the category. */
const countOnSale = (count: SQL) =>
  sql<number>`(select ${count} from ${products} where category_id = ${categories}.id and ${isOnSale})`.mapWith(
    Number,
  );

function selectCategories(db: Queryable) {
  return db
    .select({
      id: categories.id,
      name: categories.name,
      slug: categories.slug,
      description: categories.description,
      image: categories.image,
      seoTitle: categories.seoTitle,
      seoDescription: categories.seoDescription,
      productCount: countOnSale(sql`count(*)`),
      modelCount: countOnSale(sql`count(distinct family_id)`),
    })
    .from(categories)
    .$dynamic();
}

export async function listCategories(db: Queryable): Promise<Category[]> {
  return selectCategories(db).orderBy(desc(categories.createdAt), desc(categories.id));
}

export function isCategory(reference: string): SQL {
  return sql`${or(eq(categories.id, reference), eq(categories.slug, reference))}`;
}

/** Finds a category by its id, slug or name, else by a former slug or name. Names are found in any case. */
export async function findCategory(db: Queryable, reference: string): Promise<Category> {
  const key = sql`lower(${reference})`;
  const redirect = db
    .select({ id: categoryRedirects.categoryId })
    .from(categoryRedirects)
    .where(eq(categoryRedirects.key, key));
  const isCurrent = sql`(${isCategory(reference)} or lower(${categories.name}) = ${key})`;
  const [category] = await selectCategories(db)
    .where(or(isCurrent, inArray(categories.id, redirect)))
    .orderBy(sql`${isCategory(reference)} desc`, sql`${isCurrent} desc`)
    .limit(1);
  if (!category) throw categoryNotFound();
  return category;
}

export function categoryNotFound(): Problem {
  return new Problem('NOT_FOUND', 'Category not found.');
}
