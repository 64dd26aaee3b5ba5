import type { Category, CategoryInput } from '@reprise/contract/catalog/products/product';
import { eq, sql } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { recordAudit } from '../../../foundations/audit/record-audit.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { categories, categoryRedirects } from '../products.tables.ts';
import { invalidateCategories } from '../products.tags.ts';
import { categoryNotFound, findCategory, isCategory } from './category.queries.ts';
import { categorySlug, saveCategory } from './category-slug.ts';

/** Updates a category and derives the slug from the name; an empty image leaves the current one. */
export async function updateCategory(
  deps: Pick<Deps, 'db' | 'now'>,
  reference: string,
  { name, description, image, seoTitle, seoDescription }: CategoryInput,
  actorId: string | null,
): Promise<Category> {
  const slug = categorySlug(name);
  return saveCategory(deps.db, { name, slug }, async (tx) => {
    const now = deps.now();
    const before = await lockCategory(tx, reference);
    await keepFormerKeys(tx, before, { name, slug }, now);
    await tx
      .update(categories)
      .set({
        name,
        slug,
        description,
        seoTitle,
        seoDescription,
        ...(image ? { image } : {}),
        updatedAt: now,
      })
      .where(eq(categories.id, before.id));
    const subject = `category ${before.id}`;
    invalidateCategories(tx);
    await recordAudit(tx, {
      actorId,
      action: 'edit category',
      subject,
      after: { name, description, seoTitle, seoDescription },
    });
    return findCategory(tx, before.id);
  });
}

type Named = { name: string; slug: string };

async function lockCategory(tx: Tx, reference: string): Promise<Named & { id: string }> {
  const [category] = await tx
    .select({ id: categories.id, name: categories.name, slug: categories.slug })
    .from(categories)
    .where(isCategory(reference))
    .for('no key update');
  if (!category) throw categoryNotFound();
  return category;
}

/** Stores the former name and slug, so that URLs with them lead to the category; the last owner of a key counts. */
async function keepFormerKeys(
  tx: Tx,
  before: Named & { id: string },
  after: Named,
  now: Date,
): Promise<void> {
  const current = [after.name.toLowerCase(), after.slug];
  const former = new Set([before.name.toLowerCase(), before.slug].filter((key) => !current.includes(key)));
  const redirect = { categoryId: before.id, createdAt: now };
  for (const key of former) {
    await tx
      .insert(categoryRedirects)
      .values({ ...redirect, key: sql`lower(${key})` })
      .onConflictDoUpdate({ target: categoryRedirects.key, set: redirect });
  }
}
