import {
  type Category,
  type CategoryInput,
  placeholderImage,
} from '@reprise/contract/catalog/products/product';
import type { Deps } from '../../../deps.ts';
import { recordAudit } from '../../../foundations/audit/record-audit.ts';
import { newId } from '../../../platform/database/new-id.ts';
import { categories } from '../products.tables.ts';
import { invalidateCategories } from '../products.tags.ts';
import { findCategory } from './category.queries.ts';
import { categorySlug, saveCategory } from './category-slug.ts';

export async function createCategory(
  deps: Pick<Deps, 'db' | 'now'>,
  { name, description, image, seoTitle, seoDescription }: CategoryInput,
  actorId: string | null,
): Promise<Category> {
  const id = newId('cat');
  const slug = categorySlug(name);
  const now = deps.now();
  return saveCategory(deps.db, { name, slug }, async (tx) => {
    await tx.insert(categories).values({
      id,
      name,
      slug,
      description,
      seoTitle,
      seoDescription,
      image: image || placeholderImage,
      createdAt: now,
      updatedAt: now,
    });
    invalidateCategories(tx);
    await recordAudit(tx, { actorId, action: 'add category', subject: `category ${id}`, after: { name } });
    return findCategory(tx, id);
  });
}
