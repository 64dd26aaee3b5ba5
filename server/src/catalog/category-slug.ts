import { slugify } from '@reprise/contract/catalog/slug';
import { Problem } from '@reprise/contract/problem';
import { databaseFault } from '../platform/database/database-fault.ts';

/** Always made from the name; a name that leaves nothing of itself is refused. */
export function categorySlug(name: string): string {
  const slug = slugify(name);
  if (slug !== '') return slug;
  const message = 'The name needs at least one letter from a to z or a digit';
  throw new Problem('VALIDATION_ERROR', message, { errors: [{ field: 'name', message }] });
}

/** Says it in words when the name or its slug belongs to another category. */
export async function refuseDuplicate<T>(name: string, write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (databaseFault(error)?.kind !== 'unique') throw error;
    const message = `A category named like "${name}" exists already.`;
    throw new Problem('CATEGORY_EXISTS', message, { errors: [{ field: 'name', message }], cause: error });
  }
}
