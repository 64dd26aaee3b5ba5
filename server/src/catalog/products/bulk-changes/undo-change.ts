import type { RecordedChange } from '@reprise/contract/catalog/products/bulk-changes';
import {
  type BulkRow,
  bulkLimit,
  type ShownFields,
  type TouchedFields,
} from '@reprise/contract/catalog/products/products-admin';
import { Problem } from '@reprise/contract/problem';
import { and, asc, count, eq, inArray, isNull } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { inTransaction, type Tx } from '../../../platform/database/database.ts';
import { planAll, withoutWeakBatteries } from '../bulk-edit-products.ts';
import { lockStates } from '../lock-states.ts';
import { type Plan, type ProductState, planChange, stateOf } from '../plan-change.ts';
import { lockCategories, planRestore } from '../restore-products.ts';
import { storeProductChanges } from '../store-product-changes.ts';
import { bulkChangeProducts, bulkChanges } from './bulk-changes.tables.ts';
import { undoEdits } from './undo-edits.ts';
import { assertUndoable } from './undo-time.ts';

type UndoDeps = Pick<Deps, 'db' | 'now' | 'alerts' | 'devices' | 'search'>;
type Undo = { id: string; products: string[] | undefined };
type Undone = { rows: BulkRow[]; left: number };

/** Undoes a change of up to 100 products; throws EDIT_CONFLICT if it has no undo or is too old. */
export async function undoBulkChange(deps: UndoDeps, undo: Undo, actorId: string | null): Promise<Undone> {
  const [stored] = await deps.db.select().from(bulkChanges).where(eq(bulkChanges.id, undo.id));
  assertUndoable(stored, deps.now());
  switch (stored.change.kind) {
    case 'families':
      throw new Problem('EDIT_CONFLICT', 'A change of families is undone as a whole.');
    case 'edit':
    case 'imported':
      return undoEdits(deps, undo, actorId);
    default:
      return undoChange(deps, undo, actorId);
  }
}

/**
 * Undoes a bulk change of up to 100 products in one transaction. Products whose changed fields have other values by now
 * stay as they are and are named; stock changes by the opposite amount, so that sales in between remain counted.
 */
async function undoChange(deps: UndoDeps, { id, products }: Undo, actorId: string | null): Promise<Undone> {
  return inTransaction(deps.db, async (tx) => {
    const now = deps.now();
    const change = await lockUndoable(tx, id, now);
    const recorded = await tx
      .select()
      .from(bulkChangeProducts)
      .where(and(isOpen(id), products && inArray(bulkChangeProducts.productId, products)))
      .orderBy(asc(bulkChangeProducts.productId))
      .limit(bulkLimit);
    const recordedById = new Map(recorded.map((row) => [row.productId, row]));
    const ids = recorded.map(({ productId }) => productId);
    const locked = await lockStates(tx, ids);
    const categories = await lockCategories(
      tx,
      recorded.map(({ before }) => before.categoryId),
    );
    const plan = (product: ProductState) => planUndo(product, recordedById.get(product.id), categories);
    const planned = await withoutWeakBatteries(tx, planAll(ids, locked, plan));
    const { alerts, devices, search } = deps;
    const note = change.kind === 'stock' ? ['Undone', change.note].filter(Boolean).join(': ') : '';
    const context = { actorId, now, alerts, devices, search, action: 'undo bulk change', note };
    await storeProductChanges(tx, planned.changes, context);
    const rows = planned.rows.map((row) => ({
      ...row,
      name: row.name || (recordedById.get(row.id)?.name ?? ''),
    }));
    await storeOutcomes(tx, id, rows);
    const [open] = await tx.select({ left: count() }).from(bulkChangeProducts).where(isOpen(id));
    return { rows, left: open?.left ?? 0 };
  });
}

const isOpen = (id: string) => and(eq(bulkChangeProducts.changeId, id), isNull(bulkChangeProducts.undo));

/** Locks the change, so that two undos of it run one after the other and the second finds nothing left. */
async function lockUndoable(tx: Tx, id: string, now: Date): Promise<RecordedChange> {
  const [row] = await tx.select().from(bulkChanges).where(eq(bulkChanges.id, id)).for('update');
  assertUndoable(row, now);
  return row.change;
}

function planUndo(
  product: ProductState,
  recorded: typeof bulkChangeProducts.$inferSelect | undefined,
  categories: Set<string>,
): Plan {
  if (!recorded) return { rejectionReason: 'Not part of this change' };
  const { stockCount: countBefore = 0, salePrice: _, ...before }: ShownFields = recorded.before;
  const { stockCount: countAfter, ...after }: ShownFields = recorded.after;
  if (countAfter !== undefined)
    return planChange(product, { kind: 'stock', change: countBefore - countAfter });
  const state = stateOf(product);
  const isChanged = (Object.keys(before) as (keyof typeof before)[]).some(
    (name) => after[name] !== state[name],
  );
  if (isChanged) return { rejectionReason: 'Changed again since' };
  return planRestore(product, before satisfies TouchedFields, categories);
}

async function storeOutcomes(tx: Tx, changeId: string, rows: BulkRow[]): Promise<void> {
  const done = rows.filter(({ outcome }) => outcome !== 'refused').map(({ id }) => id);
  const ofProducts = (ids: string[]) =>
    and(eq(bulkChangeProducts.changeId, changeId), inArray(bulkChangeProducts.productId, ids));
  if (done.length > 0) await tx.update(bulkChangeProducts).set({ undo: 'undone' }).where(ofProducts(done));
  for (const { id, reason, outcome } of rows) {
    if (outcome !== 'refused') continue;
    await tx
      .update(bulkChangeProducts)
      .set({ undo: 'conflict', reason })
      .where(ofProducts([id]));
  }
}
