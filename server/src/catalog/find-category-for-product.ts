import { Problem } from '@reprise/contract/problem';
import { eq, or, sql } from 'drizzle-orm';
import type { Tx } from '../platform/database/database.ts';
import { categories } from './catalog.tables.ts';

/** The category a product form names by id, slug or name; held until the transaction ends. */
export async function findCategoryForProduct(tx: Tx, named: string): Promise<string> {
  const [found] = await tx
    .select({ id: categories.id })
    .from(categories)
    .where(
      or(
        eq(categories.id, named),
        eq(categories.slug, named),
        sql`lower(${categories.name}) = lower(${named})`,
      ),
    )
    .orderBy(sql`${categories.id} = ${named} desc`, sql`${categories.slug} = ${named} desc`)
    .limit(1)
    .for('key share');
  if (found) return found.id;
  const message = 'Invalid category selected';
  throw new Problem('VALIDATION_ERROR', message, { errors: [{ field: 'category', message }] });
}
