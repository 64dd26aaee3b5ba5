import type { Category, CategoryInput } from '@reprise/contract/catalog/catalog';
import { recordAudit } from '../platform/audit.ts';
import { inTransaction } from '../platform/database/database.ts';
import type { Deps } from '../platform/deps.ts';
import { categories } from './catalog.tables.ts';
import { invalidateCategories } from './catalog.tags.ts';
import { categoryNotFound, findCategory, isCategory } from './category.queries.ts';
import { categorySlug, refuseDuplicate } from './category-slug.ts';

/** The slug follows the name; without an image the one it has stays. */
export async function updateCategory(
  deps: Pick<Deps, 'db' | 'now'>,
  reference: string,
  { name, description, image }: CategoryInput,
  actorId: string | null,
): Promise<Category> {
  const slug = categorySlug(name);
  const write = inTransaction(deps.db, async (tx) => {
    const [updated] = await tx
      .update(categories)
      .set({ name, slug, description, ...(image ? { image } : {}), updatedAt: deps.now() })
      .where(isCategory(reference))
      .returning({ id: categories.id });
    if (!updated) throw categoryNotFound();
    const subject = `category ${updated.id}`;
    invalidateCategories(tx);
    await recordAudit(tx, { actorId, action: 'edit category', subject, after: { name, description } });
    return findCategory(tx, updated.id);
  });
  return refuseDuplicate(name, write);
}
