import type { Category } from '@reprise/contract/catalog/product';
import { Problem } from '@reprise/contract/problem';
import { desc, eq, or, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../platform/database/database.ts';
import { categories } from './catalog.tables.ts';
import { countOfCategory } from './listing/facet-counts.ts';

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
      productCount: countOfCategory(sql`${categories}.id`),
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

export async function findCategory(db: Queryable, reference: string): Promise<Category> {
  return firstOrNotFound(await selectCategories(db).where(isCategory(reference)).limit(1));
}

export async function findCategoryBySlug(db: Queryable, slug: string): Promise<Category> {
  return firstOrNotFound(await selectCategories(db).where(eq(categories.slug, slug)).limit(1));
}

function firstOrNotFound([category]: Category[]): Category {
  if (!category) throw categoryNotFound();
  return category;
}

export function categoryNotFound(): Problem {
  return new Problem('NOT_FOUND', 'Category not found.');
}
