import type { Category, CategoryInput } from '@reprise/contract/catalog/product';
import { recordAudit } from '../audit/record-audit.ts';
import type { Deps } from '../deps.ts';
import { inTransaction } from '../platform/database/database.ts';
import { categories } from './catalog.tables.ts';
import { invalidateCategories } from './catalog.tags.ts';
import { categoryNotFound, findCategory, isCategory } from './category.queries.ts';
import { categorySlug, translateDuplicate } from './category-slug.ts';

/** Updates a category and derives the slug from the name; an empty image leaves the current one. */
export async function updateCategory(
  deps: Pick<Deps, 'db' | 'now'>,
  reference: string,
  { name, description, image, seoTitle, seoDescription }: CategoryInput,
  actorId: string | null,
): Promise<Category> {
  const slug = categorySlug(name);
  const write = inTransaction(deps.db, async (tx) => {
    const [updated] = await tx
      .update(categories)
      .set({
        name,
        slug,
        description,
        seoTitle,
        seoDescription,
        ...(image ? { image } : {}),
        updatedAt: deps.now(),
      })
      .where(isCategory(reference))
      .returning({ id: categories.id });
    if (!updated) throw categoryNotFound();
    const subject = `category ${updated.id}`;
    invalidateCategories(tx);
    await recordAudit(tx, {
      actorId,
      action: 'edit category',
      subject,
      after: { name, description, seoTitle, seoDescription },
    });
    return findCategory(tx, updated.id);
  });
  return translateDuplicate(name, write);
}
