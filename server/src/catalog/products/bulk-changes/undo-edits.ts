import { isDeepStrictEqual } from 'node:util';
import type { ProductField } from '@reprise/contract/catalog/products/product-fields';
import {
  type AdminProduct,
  type BulkRow,
  bulkLimit,
} from '@reprise/contract/catalog/products/products-admin';
import { Problem } from '@reprise/contract/problem';
import { and, asc, count, eq, inArray, isNull } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { inTransaction, type Tx } from '../../../platform/database/database.ts';
import { findAdminProduct } from '../listing/whole-admin-products.queries.ts';
import { lockStates } from '../lock-states.ts';
import { storeProductChanges } from '../store-product-changes.ts';
import { editProduct, lockProduct, type ProductEdit } from '../update-product.ts';
import {
  bulkChangeProducts,
  bulkChanges,
  type EditedFields,
  type RecordedFields,
} from './bulk-changes.tables.ts';
import { assertUndoable } from './undo-time.ts';

type UndoDeps = Pick<Deps, 'db' | 'now' | 'alerts' | 'devices' | 'search'>;
type Undo = { id: string; products: string[] | undefined };

const isOpen = (id: string) => and(eq(bulkChangeProducts.changeId, id), isNull(bulkChangeProducts.undo));

/**
 * Undoes edits of up to 100 products by a form or a file, each in its own transaction. A product whose changed fields have
 * other values by now stays as it is and is named.
 */
export async function undoEdits(
  deps: UndoDeps,
  { id, products }: Undo,
  actorId: string | null,
): Promise<{ rows: BulkRow[]; left: number }> {
  const open = await deps.db
    .select({ id: bulkChangeProducts.productId, name: bulkChangeProducts.name })
    .from(bulkChangeProducts)
    .where(and(isOpen(id), products && inArray(bulkChangeProducts.productId, products)))
    .orderBy(asc(bulkChangeProducts.productId))
    .limit(bulkLimit);
  const rows: BulkRow[] = [];
  for (const product of open) {
    const reason = await undoEdit(deps, id, product.id, actorId);
    if (reason === undefined) continue;
    const outcome = reason === '' ? 'changed' : 'refused';
    rows.push({ ...product, outcome, reason, before: {}, after: {}, version: 0 });
  }
  const [rest] = await deps.db.select({ left: count() }).from(bulkChangeProducts).where(isOpen(id));
  return { rows, left: rest?.left ?? 0 };
}

/** Returns '' after the undo, the reason of a conflict, or undefined if another call undid it in between. */
async function undoEdit(
  deps: UndoDeps,
  changeId: string,
  productId: string,
  actorId: string | null,
): Promise<string | undefined> {
  const isOfProduct = and(isOpen(changeId), eq(bulkChangeProducts.productId, productId));
  try {
    return await inTransaction(deps.db, async (tx) => {
      // Locked, so that two undos of the change run one after the other.
      const [change] = await tx.select().from(bulkChanges).where(eq(bulkChanges.id, changeId)).for('update');
      assertUndoable(change, deps.now());
      const [recorded] = await tx.select().from(bulkChangeProducts).where(isOfProduct);
      if (!recorded) return undefined;
      await restore(tx, deps, recorded, actorId);
      await tx.update(bulkChangeProducts).set({ undo: 'undone' }).where(isOfProduct);
      return '';
    });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const reason =
      error.code === 'NOT_FOUND' ? 'Deleted since' : (error.errors?.[0]?.message ?? error.message);
    await inTransaction(deps.db, (tx) =>
      tx.update(bulkChangeProducts).set({ undo: 'conflict', reason }).where(isOfProduct),
    );
    return reason;
  }
}

type Recorded = { productId: string; before: RecordedFields; after: RecordedFields };

async function restore(
  tx: Tx,
  deps: UndoDeps,
  { productId, before, after }: Recorded,
  actorId: string | null,
): Promise<void> {
  if (before.archived !== undefined) return archiveAdded(tx, deps, productId, actorId);
  const { now, alerts, devices, search } = deps;
  await lockProduct(tx, productId);
  const current = await findAdminProduct(tx, productId);
  const names = Object.keys(after) as (ProductField | 'isDraft')[];
  const isChanged = names.some(
    (name) => name !== 'stockCount' && !isDeepStrictEqual(current[name], after[name]),
  );
  if (isChanged) throw new Problem('EDIT_CONFLICT', 'Changed again since');
  const input = inputOf(current, before, after);
  if ((input.stockCount ?? 0) < 0) throw new Problem('EDIT_CONFLICT', `Only ${current.stockCount} in stock`);
  await editProduct(tx, productId, input, { actorId, now: now(), alerts, devices, search, note: 'Undone' });
}

/** Archives a product that a file added. */
async function archiveAdded(
  tx: Tx,
  { now, alerts, devices, search }: UndoDeps,
  productId: string,
  actorId: string | null,
): Promise<void> {
  const product = (await lockStates(tx, [productId])).get(productId);
  if (!product) throw new Problem('NOT_FOUND', 'Product not found');
  if (product.archivedAt !== null) throw new Problem('EDIT_CONFLICT', 'Not in the store by now');
  const context = { actorId, now: now(), alerts, devices, search, action: 'undo import' };
  const change = { product, before: { archived: false }, after: { archived: true } };
  await storeProductChanges(tx, [change], context);
}

/** Returns the edit that restores the fields; stock changes by the opposite amount, so that sales in between count. */
function inputOf(current: AdminProduct, before: EditedFields, after: EditedFields): ProductEdit {
  const { stockCount, category, ...fields } = before;
  const difference = (stockCount ?? 0) - (after.stockCount ?? 0);
  return {
    name: current.name,
    price: current.price,
    originalPrice: current.originalPrice,
    category: (category === undefined ? current.categoryId : category) ?? '',
    ...fields,
    ...(stockCount !== undefined && { stockCount: current.stockCount + difference }),
  } as ProductEdit;
}
