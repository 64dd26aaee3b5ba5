import { slugify } from '@reprise/contract/catalog/slug';
import { Problem } from '@reprise/contract/problem';
import { databaseFault } from '../platform/database/database-fault.ts';

/** Returns the slug of the name; throws VALIDATION_ERROR if it has no letter or digit. */
export function categorySlug(name: string): string {
  const slug = slugify(name);
  if (slug !== '') return slug;
  const message = 'The name needs at least one letter from a to z or a digit';
  throw new Problem('VALIDATION_ERROR', message, { errors: [{ field: 'name', message }] });
}

/** Converts a unique violation of `write` to CATEGORY_EXISTS. */
export async function translateDuplicate<T>(name: string, write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (databaseFault(error)?.kind !== 'unique') throw error;
    const message = `A category named "${name}" already exists.`;
    throw new Problem('CATEGORY_EXISTS', message, { errors: [{ field: 'name', message }], cause: error });
  }
}
