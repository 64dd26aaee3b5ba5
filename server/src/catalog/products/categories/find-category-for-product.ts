import { Problem } from '@reprise/contract/problem';
import { eq, or, sql } from 'drizzle-orm';
import type { Tx } from '../../../platform/database/database.ts';
import { categories } from '../products.tables.ts';

/** Returns the id of the category reference by id, slug or name; the key-share lock prevents its deletion until commit. */
export async function findCategoryForProduct(tx: Tx, reference: string): Promise<string> {
  const [category] = await tx
    .select({ id: categories.id })
    .from(categories)
    .where(
      or(
        eq(categories.id, reference),
        eq(categories.slug, reference),
        sql`lower(${categories.name}) = lower(${reference})`,
      ),
    )
    .orderBy(sql`${categories.id} = ${reference} desc`, sql`${categories.slug} = ${reference} desc`)
    .limit(1)
    .for('key share');
  if (category) return category.id;
  const message = 'Invalid category selected';
  throw new Problem('VALIDATION_ERROR', message, { errors: [{ field: 'category', message }] });
}
