import { Problem } from '@reprise/contract/problem';
import { eq, or, sql } from 'drizzle-orm';
import { type Db, inTransaction, type Tx } from '../../../platform/database/database.ts';
import { databaseFault } from '../../../platform/database/database-fault.ts';
import { categories } from '../products.tables.ts';
import { slugify } from '../slugify.ts';

/** Returns the slug of the name; throws VALIDATION_ERROR if it has no letter or digit of any script. */
export function categorySlug(name: string): string {
  const slug = slugify(name);
  if (slug !== '') return slug;
  const message = 'The name needs at least one letter or digit';
  throw new Problem('VALIDATION_ERROR', message, { errors: [{ field: 'name', message }] });
}

/** Runs `save` in a transaction; throws CATEGORY_EXISTS if another category has the name or the slug. */
export async function saveCategory<T>(
  db: Db,
  { name, slug }: { name: string; slug: string },
  save: (tx: Tx) => Promise<T>,
): Promise<T> {
  try {
    return await inTransaction(db, save);
  } catch (error) {
    if (databaseFault(error)?.kind !== 'unique') throw error;
    const hasName = sql<boolean>`lower(${categories.name}) = lower(${name})`;
    const [other] = await db
      .select({ name: categories.name, hasName })
      .from(categories)
      .where(or(hasName, eq(categories.slug, slug)))
      .orderBy(sql`${hasName} desc`)
      .limit(1);
    const taken = `A category named "${other?.name ?? name}" already exists`;
    const message =
      other?.hasName === false ? `${taken} and has the same URL. Choose another name.` : `${taken}.`;
    throw new Problem('CATEGORY_EXISTS', message, { errors: [{ field: 'name', message }], cause: error });
  }
}
