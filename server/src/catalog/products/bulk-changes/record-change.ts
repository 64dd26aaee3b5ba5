import type { BulkChange } from '@reprise/contract/catalog/products/products-admin';
import { and, eq, gt, inArray, lt, sql } from 'drizzle-orm';
import type { Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/new-id.ts';
import { dayMs, hourMs } from '../../../platform/time.ts';
import type { ProductChange } from '../store-product-changes.ts';
import { bulkChangeProducts, bulkChanges } from './bulk-changes.tables.ts';

const listedDays = 30;

type Continued = { continues: string | undefined; change: BulkChange; actorId: string | null; now: Date };

/**
 * Locks the change that this call continues, before its products: an undo locks in the same order. Returns null if it is
 * another change, of another account or older than an hour.
 */
export async function lockContinued(
  tx: Tx,
  { continues, change, actorId, now }: Continued,
): Promise<string | null> {
  if (!continues || actorId === null) return null;
  const [row] = await tx
    .select({ id: bulkChanges.id })
    .from(bulkChanges)
    .where(
      and(
        eq(bulkChanges.id, continues),
        eq(bulkChanges.actorId, actorId),
        sql`${bulkChanges.change} = ${JSON.stringify(change)}::jsonb`,
        gt(bulkChanges.createdAt, new Date(now.getTime() - hourMs)),
      ),
    )
    .for('update');
  return row?.id ?? null;
}

type Recorded = Continued & {
  /** Change that `lockContinued` returned. */
  continued: string | null;
  changes: ProductChange[];
  /** Products that were changed, of kinds without an undo too. */
  count: number;
};

/** Records a bulk change for the list of changes and its undo, and returns its id; deletes old ones. */
export async function recordChange(
  tx: Tx,
  { continued, change, actorId, now, changes, count }: Recorded,
): Promise<string | null> {
  if (count === 0) return continued;
  const ids = changes.map(({ product }) => product.id);
  const id = continued && !(await hasOneOf(tx, continued, ids)) ? continued : newId('bch');
  if (id === continued) {
    await tx
      .update(bulkChanges)
      .set({ productCount: sql`${bulkChanges.productCount} + ${count}` })
      .where(eq(bulkChanges.id, id));
  } else {
    await deleteOldChanges(tx, now);
    await tx.insert(bulkChanges).values({ id, actorId, change, productCount: count, createdAt: now });
  }
  if (changes.length > 0)
    await tx.insert(bulkChangeProducts).values(
      changes.map(({ product, before, after }) => ({
        changeId: id,
        productId: product.id,
        name: product.name,
        before,
        after,
      })),
    );
  return id;
}

/** Deletes the changes that the list no longer has. */
export async function deleteOldChanges(tx: Tx, now: Date): Promise<void> {
  const since = new Date(now.getTime() - listedDays * dayMs);
  await tx.delete(bulkChanges).where(lt(bulkChanges.createdAt, since));
}

/** Returns true if the change has one of the products: a second change of it would lose what was before the first. */
async function hasOneOf(tx: Tx, changeId: string, ids: string[]): Promise<boolean> {
  if (ids.length === 0) return false;
  const rows = await tx
    .select({ id: bulkChangeProducts.productId })
    .from(bulkChangeProducts)
    .where(and(eq(bulkChangeProducts.changeId, changeId), inArray(bulkChangeProducts.productId, ids)))
    .limit(1);
  return rows.length > 0;
}
