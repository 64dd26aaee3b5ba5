import type { Deps } from '../../../deps.ts';
import { recordAudit } from '../../../foundations/audit/record-audit.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { categories } from '../products.tables.ts';
import { invalidateCategories } from '../products.tags.ts';
import { categoryNotFound, isCategory } from './category.queries.ts';

/** Its products stay, without a category. */
export async function deleteCategory(
  deps: Pick<Deps, 'db'>,
  reference: string,
  actorId: string | null,
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const [deleted] = await tx
      .delete(categories)
      .where(isCategory(reference))
      .returning({ id: categories.id, name: categories.name });
    if (!deleted) throw categoryNotFound();
    const { id, name } = deleted;
    invalidateCategories(tx);
    await recordAudit(tx, {
      actorId,
      action: 'delete category',
      subject: `category ${id}`,
      before: { name },
    });
  });
}
