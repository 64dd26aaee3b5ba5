import type { BulkChange, BulkRow } from '@reprise/contract/catalog/products/products-admin';
import { inArray } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { recordAudit } from '../../foundations/audit/record-audit.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import { findWeakBatteries } from './battery-promise.ts';
import { lockContinued, recordChange } from './bulk-changes/record-change.ts';
import { findCategoryForProduct } from './categories/find-category-for-product.ts';
import { lockStates } from './lock-states.ts';
import {
  differenceOf,
  type Plan,
  type ProductState,
  planChange,
  type ResolvedChange,
} from './plan-change.ts';
import { products } from './products.tables.ts';
import { invalidatePlaces } from './products.tags.ts';
import { endSales, scheduleSales } from './sales/schedule-sales.ts';
import { type ProductChange, storeProductChanges } from './store-product-changes.ts';
import { draftAction } from './update-product.ts';

type BulkEdit = {
  products: string[];
  change: BulkChange;
  dryRun?: boolean | undefined;
  /** Change of an earlier call that this one continues. */
  continues?: string | undefined;
};

type Effect = {
  rows: BulkRow[];
  /** Products with the values that an undo restores; empty for kinds without one. */
  changes: ProductChange[];
};

/**
 * Changes up to 100 products in one transaction and records the change for its undo. A rejected product does not affect
 * the others; a dry run returns the same rows without writing.
 */
export async function bulkEditProducts(
  deps: Pick<Deps, 'db' | 'now' | 'alerts' | 'devices' | 'search'>,
  { products: ids, change, dryRun = false, continues }: BulkEdit,
  actorId: string | null,
): Promise<{ rows: BulkRow[]; changeId: string | null }> {
  return inTransaction(deps.db, async (tx) => {
    const record = { continues, change, actorId, now: deps.now() };
    const continued = dryRun ? null : await lockContinued(tx, record);
    const { rows, changes } = await editAll(tx, deps, { ids, change, dryRun, actorId });
    if (dryRun) return { rows, changeId: null };
    const count = rows.filter(({ outcome }) => outcome === 'changed').length;
    return { rows, changeId: await recordChange(tx, { ...record, continued, changes, count }) };
  });
}

async function editAll(
  tx: Tx,
  deps: Pick<Deps, 'now' | 'alerts' | 'devices' | 'search'>,
  {
    ids,
    change,
    dryRun,
    actorId,
  }: { ids: string[]; change: BulkChange; dryRun: boolean; actorId: string | null },
): Promise<Effect> {
  const locked = await lockStates(tx, ids);
  if (change.kind === 'delete') {
    const rows = await deleteAll(tx, ids, locked, { actorId, dryRun, search: deps.search });
    return { rows, changes: [] };
  }
  if (change.kind === 'sale' || change.kind === 'sale-price' || change.kind === 'end-sale') {
    const context = { ...deps, actorId, dryRun, now: deps.now() };
    const rows =
      change.kind === 'end-sale'
        ? await endSales(tx, locked, context)
        : await scheduleSales(tx, locked, change, context);
    return { rows: inOrderOf(ids, rows), changes: [] };
  }
  const resolved = await resolveCategory(tx, change);
  const plan = (product: ProductState) => planChange(product, resolved);
  const effect = await withoutWeakBatteries(tx, planAll(ids, locked, plan));
  if (dryRun) return effect;
  const note = change.kind === 'stock' ? (change.note ?? '') : '';
  const { alerts, devices, search } = deps;
  const context = { actorId, now: deps.now(), alerts, devices, search, action: actionOf(resolved), note };
  await storeProductChanges(tx, effect.changes, context);
  return effect;
}

const actions: Record<Exclude<BulkChange['kind'], 'sale' | 'sale-price' | 'end-sale'>, string> = {
  price: 'change price',
  percent: 'change price',
  condition: 'change condition',
  category: 'change category',
  featured: 'change featured',
  stock: 'adjust stock',
  archive: 'archive product',
  publish: 'publish product',
  delete: 'delete product',
};

function actionOf(change: ResolvedChange): string {
  if (change.kind === 'publish') return draftAction(!change.published);
  return change.kind === 'archive' && !change.archived ? 'bring product back' : actions[change.kind];
}

async function resolveCategory(
  tx: Tx,
  change: Exclude<BulkChange, { kind: 'delete' | 'sale' | 'sale-price' | 'end-sale' }>,
): Promise<ResolvedChange> {
  if (change.kind !== 'category') return change;
  return { kind: 'category', id: await findCategoryForProduct(tx, change.category) };
}

/** Plans the change of each product once, in request order. */
export function planAll(
  ids: string[],
  locked: Map<string, ProductState>,
  plan: (product: ProductState) => Plan,
): { rows: BulkRow[]; changes: ProductChange[] } {
  const changes: ProductChange[] = [];
  const rows = [...new Set(ids)].map((id): BulkRow => {
    const product = locked.get(id);
    if (!product) return missingRow(id);
    const row = { id, name: product.name, reason: '', before: {}, after: {}, version: product.version };
    const planned = plan(product);
    if ('rejectionReason' in planned) return { ...row, outcome: 'refused', reason: planned.rejectionReason };
    const { changed, before, after } = differenceOf(product, planned.fields);
    if (!changed) return { ...row, outcome: 'unchanged' };
    changes.push({ product, before, after });
    const increment = Object.keys(after).some((name) => name !== 'stockCount') ? 1 : 0;
    return { ...row, outcome: 'changed', before, after, version: product.version + increment };
  });
  return { rows, changes };
}

/** Refuses the changes after which a product would promise less battery health than its grade standard. */
export async function withoutWeakBatteries(
  tx: Tx,
  { rows, changes }: { rows: BulkRow[]; changes: ProductChange[] },
): Promise<{ rows: BulkRow[]; changes: ProductChange[] }> {
  const reasons = await findWeakBatteries(
    tx,
    changes.map(({ product: stored, after: { condition, categoryId } }) => ({
      stored,
      next: {
        ...stored,
        ...(condition !== undefined && { condition }),
        ...(categoryId !== undefined && { categoryId }),
      },
    })),
  );
  const refused = new Map(
    changes.flatMap(({ product }, index) => {
      const reason = reasons[index];
      return reason ? [[product.id, { reason, version: product.version }] as const] : [];
    }),
  );
  return {
    rows: rows.map((row) => {
      const refusal = refused.get(row.id);
      return refusal ? { ...row, ...refusal, outcome: 'refused', before: {}, after: {} } : row;
    }),
    changes: changes.filter(({ product }) => !refused.has(product.id)),
  };
}

/** Returns the rows in request order, with those of missing products. */
function inOrderOf(ids: string[], rows: BulkRow[]): BulkRow[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return [...new Set(ids)].map((id) => byId.get(id) ?? missingRow(id));
}

function missingRow(id: string): BulkRow {
  const reason = 'Deleted';
  return { id, name: '', outcome: 'refused', reason, before: {}, after: {}, version: 0 };
}

async function deleteAll(
  tx: Tx,
  ids: string[],
  locked: Map<string, ProductState>,
  { actorId, dryRun, search }: { actorId: string | null; dryRun: boolean } & Pick<Deps, 'search'>,
): Promise<BulkRow[]> {
  if (!dryRun && locked.size > 0) {
    await tx.delete(products).where(inArray(products.id, [...locked.keys()]));
    await search.remove(tx, [...locked.keys()]);
    invalidatePlaces(tx, [...locked.values()]);
    for (const { id, name, priceCents, stockCount } of locked.values()) {
      const before = { name, priceCents, stockCount };
      await recordAudit(tx, { actorId, action: actions.delete, subject: `product ${id}`, before });
    }
  }
  return [...new Set(ids)].map((id): BulkRow => {
    const product = locked.get(id);
    if (!product) return missingRow(id);
    const { name, version } = product;
    return { id, name, outcome: 'changed', reason: '', before: {}, after: {}, version };
  });
}
