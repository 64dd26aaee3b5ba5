import { isDeepStrictEqual } from 'node:util';
import type { EditedDraft } from '@reprise/contract/catalog/products/drafts';
import type { EditedProduct, Product } from '@reprise/contract/catalog/products/product';
import { Problem } from '@reprise/contract/problem';
import { eq } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { recordAudit } from '../../foundations/audit/record-audit.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import { assertBatteriesKeepFloors } from './battery-promise.ts';
import { ownBox, storeBoxOfConfiguration } from './box-facts.ts';
import { recordEdit } from './bulk-changes/record-edits.ts';
import { findCategoryForProduct } from './categories/find-category-for-product.ts';
import { ensureConfigurations } from './families/ensure-configurations.ts';
import { invalidateFamilyMove } from './families/invalidate-family-move.ts';
import { findAdminProduct } from './listing/whole-admin-products.queries.ts';
import { findProduct, isProduct, productNotFound } from './product.queries.ts';
import { mergeFields } from './product-fields.ts';
import { renameSlug } from './product-slug.ts';
import { products } from './products.tables.ts';
import { invalidateMove, invalidatePlaces } from './products.tags.ts';
import { changeStock } from './stock/change-stock.ts';

type StoredProduct = typeof products.$inferSelect;

/** Updates a product. Omitted fields and the SKU do not change. */
export async function updateProduct(
  deps: Pick<Deps, 'db' | 'now' | 'alerts' | 'devices' | 'search'>,
  reference: string,
  input: EditedProduct,
  actorId: string | null,
): Promise<Product> {
  return inTransaction(deps.db, async (tx) => {
    const { alerts, devices, search } = deps;
    const context = { actorId, now: deps.now(), alerts, devices, search, note: 'Product form' };
    const id = await editRecorded(tx, reference, input, context);
    return findProduct(tx, id);
  });
}

/** Updates a product and records the edit for its undo. */
export async function editRecorded(
  tx: Tx,
  reference: string,
  input: ProductEdit,
  context: EditContext,
): Promise<string> {
  // Locked, so that a sale in between is not taken for a part of the edit.
  const { id } = await lockProduct(tx, reference);
  const before = await findAdminProduct(tx, id);
  await editProduct(tx, id, input, context);
  await recordEdit(tx, { before, after: await findAdminProduct(tx, id) }, context);
  return id;
}

type EditContext = Pick<Deps, 'alerts' | 'devices' | 'search'> & {
  actorId: string | null;
  now: Date;
  note: string;
};

/** Edit of a product, or of one that is a draft afterwards and may be incomplete. Without `isDraft` it stays what it is. */
export type ProductEdit =
  | (EditedProduct & { isDraft?: false | undefined })
  | (EditedDraft & { isDraft: true });

/** Updates a product within a transaction and returns its id; `note` goes to the stock ledger. */
export async function editProduct(
  tx: Tx,
  reference: string,
  input: ProductEdit,
  { actorId, now, alerts, devices, search, note }: EditContext,
): Promise<string> {
  const before = await lockProduct(tx, reference);
  assertCurrentVersion(before, input);
  assertModelStays(before, input);
  assertOwnCost(before, input);
  const merged = mergeFields(before, input);
  const { modelKey } = merged;
  const fields = {
    ...merged,
    ...(await ownBox(tx, before, modelKey, input)),
    ...draftState(before, input.isDraft, now),
    categoryId: input.category ? await findCategoryForProduct(tx, input.category) : null,
    slug: await renameSlug(tx, before, input.name, now),
    version: before.version + 1,
    updatedAt: now,
  };
  await assertBatteriesKeepFloors(tx, [{ stored: before, next: fields }]);
  await storeFields(tx, before, fields);
  await storeBoxOfConfiguration(tx, { before, modelKey, input }, { actorId, search });
  await search.index(tx, [before.id]);
  const after = { id: before.id, ...fields };
  if (fields.isDraft === before.isDraft) invalidateMove(tx, before, after);
  else invalidatePlaces(tx, [before, after]);
  const stockCount = await changeStock(tx, before.id, stockDifference(before, input), {
    reason: 'adjustment',
    note,
    actorId,
    now,
    alerts,
    devices,
  });
  if (before.tracking === 'serial' && fields.condition !== before.condition) {
    await devices.takeCondition(tx, before.id, fields.condition, { actorId, now });
  }
  const isPublished = before.isDraft && !fields.isDraft;
  if (isPublished || fields.priceCents < before.priceCents)
    await alerts.triggerPriceAlerts(tx, before.id, fields.priceCents, now);
  if (isPublished && stockCount > 0) await alerts.triggerStockAlerts(tx, [before.id], now);
  await recordChange(tx, before, { ...fields, stockCount }, actorId);
  return before.id;
}

/** Stores the fields; a product with another model key moves to the family of that configuration. */
async function storeFields(
  tx: Tx,
  before: StoredProduct,
  fields: Partial<StoredProduct> & Pick<StoredProduct, 'modelKey' | 'categoryId' | 'updatedAt'>,
): Promise<void> {
  const { modelKey: key, categoryId, updatedAt } = fields;
  const { name, brand } = { ...before, ...fields };
  if (key !== null) {
    await ensureConfigurations(tx, [{ key, name: name || key, brand, categoryId, createdAt: updatedAt }]);
  }
  const [stored] = await tx
    .update(products)
    .set(fields)
    .where(eq(products.id, before.id))
    .returning({ familyId: products.familyId });
  const { familyId = before.familyId } = stored ?? {};
  if (familyId !== before.familyId) await invalidateFamilyMove(tx, [before.familyId, familyId]);
}

/** Locks and returns the product, so that a concurrent sale waits for this transaction or is already visible. */
export async function lockProduct(tx: Tx, reference: string): Promise<StoredProduct> {
  const [row] = await tx.select().from(products).where(isProduct(reference)).limit(1).for('no key update');
  if (!row) throw productNotFound();
  return row;
}

function assertCurrentVersion({ version, isDraft }: StoredProduct, input: ProductEdit): void {
  if (input.version === undefined || input.version === version) return;
  throw new Problem(
    'EDIT_CONFLICT',
    'Somebody else has changed this product since you opened it. Reload to see the changes.',
    { details: { version, isDraft } },
  );
}

/** Throws when a product tracked by device would leave the model of its devices. */
function assertModelStays({ tracking, modelKey }: StoredProduct, input: ProductEdit): void {
  const isChanged = input.modelKey !== undefined && (input.modelKey || null) !== modelKey;
  if (tracking !== 'serial' || !isChanged) return;
  const message =
    'The devices of this product belong to its model. Track it by count before you change the model.';
  throw new Problem('SERIAL_TRACKED', message);
}

/** Throws when a product tracked by device would get a cost of its own. */
export function assertOwnCost(
  { tracking, name }: Pick<StoredProduct, 'tracking' | 'name'>,
  { unitCost }: { unitCost?: number | null | undefined },
): void {
  if (tracking !== 'serial' || unitCost == null) return;
  throw new Problem('SERIAL_TRACKED', `${name} is tracked by device: each has a cost of its own.`);
}

/** Returns the draft flag with the time off sale, which a product that becomes a draft keeps from its archiving. */
function draftState({ isDraft, archivedAt }: StoredProduct, next: boolean | undefined, now: Date) {
  if (next === undefined || next === isDraft) return { isDraft, archivedAt };
  return { isDraft: next, archivedAt: next ? (archivedAt ?? now) : null };
}

/** Returns the stock change: relative to the count that the editor saw, or to the current one without it. */
function stockDifference(before: StoredProduct, input: ProductEdit): number {
  if (input.stockCount === undefined) return 0;
  return input.stockCount - (input.stockBase ?? before.stockCount);
}

/** Records an audit entry with the changed fields, if any. */
async function recordChange(
  tx: Tx,
  before: StoredProduct,
  after: Partial<StoredProduct>,
  actorId: string | null,
): Promise<void> {
  const names = Object.keys(after) as (keyof StoredProduct)[];
  const differs = (name: keyof StoredProduct) =>
    !isDeepStrictEqual(before[name], after[name]) && !unaudited.has(name);
  const changed = names.filter(differs);
  if (changed.length === 0) return;
  const only = (from: Partial<StoredProduct>) =>
    Object.fromEntries(changed.map((name) => [name, from[name] ?? null]));
  const isPriceOrStock = changed.every((name) => name === 'priceCents' || name === 'stockCount');
  const edited = isPriceOrStock ? 'change price or stock' : 'edit product';
  await recordAudit(tx, {
    actorId,
    action: changed.includes('isDraft') ? draftAction(after.isDraft) : edited,
    subject: `product ${before.id}`,
    before: only(before),
    after: only(after),
  });
}

/** Returns the audit action of publishing a draft or of making one of a product. */
export const draftAction = (isDraft: boolean | undefined) =>
  isDraft ? 'set product to draft' : 'publish product';

/** Derived fields, not audited. */
const unaudited = new Set<keyof StoredProduct>(['version', 'updatedAt', 'slug', 'archivedAt']);
