import type { CallInput } from '@reprise/contract/endpoint';
import { formatMoney } from '@reprise/contract/money';
import { Problem } from '@reprise/contract/problem';
import type { DraftInput, draftOrderEndpoints } from '@reprise/contract/sales/orders/draft-orders';
import { and, eq, inArray } from 'drizzle-orm';
import { isOnSale } from '../../../catalog/products/product.queries.ts';
import { products } from '../../../catalog/products/products.tables.ts';
import type { Deps } from '../../../deps.ts';
import { recordAudit } from '../../../foundations/audit/record-audit.ts';
import { readSettings } from '../../../foundations/settings/settings.queries.ts';
import { inTransaction, type Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/new-id.ts';
import { assertPermission, type Caller } from '../../../platform/http/endpoint.ts';
import { dayMs } from '../../../platform/time.ts';
import { newOrderNumber } from '../placement/order-number.ts';
import { findConfirmedCustomer } from '../placement/place-staff-order.ts';
import { withCheckedVatNumber } from '../tax/vat-number.ts';
import { draftNotFound, statusOf } from './draft-orders.queries.ts';
import { type DraftRow, draftOrders } from './draft-orders.tables.ts';
import { planDraft } from './plan-draft.ts';

type SaveDeps = Pick<Deps, 'db' | 'now'>;

/** Days in which the customer can accept a draft after its last change. */
const draftDays = 30;

/** Saves a new draft; returns its id. It takes no stock (decision 0147). */
export async function createDraftOrder(
  { db, now }: SaveDeps,
  input: DraftInput,
  caller: Caller,
): Promise<string> {
  return inTransaction(db, async (tx) => {
    const row = await plannedRow(tx, input, { caller, before: undefined, now: now() });
    const id = newId('drf');
    const createdBy = caller.userId;
    const number = newOrderNumber().replace('MJ-', 'D-');
    await tx.insert(draftOrders).values({ ...row, id, number, createdBy, createdAt: now() });
    await recordDraftAudit(tx, { id, action: 'create draft order', actorId: createdBy, after: row });
    return id;
  });
}

/** Changes an open draft. Its customer sees the change before paying, since the version is another. */
export async function updateDraftOrder(
  { db, now }: SaveDeps,
  id: string,
  { version, ...input }: NonNullable<CallInput<typeof draftOrderEndpoints.updateDraftOrder>['body']>,
  caller: Caller,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const before = await lockOpenDraft(tx, id, now());
    if (before.version !== version) {
      throw new Problem('EDIT_CONFLICT', 'This draft was changed in the meantime. Load it again.', {
        details: { version: before.version },
      });
    }
    const row = await plannedRow(tx, input, { caller, before, now: now() });
    await tx
      .update(draftOrders)
      .set({ ...row, version: version + 1 })
      .where(eq(draftOrders.id, id));
    const entry = { id, action: 'change draft order', actorId: caller.userId } as const;
    await recordDraftAudit(tx, { ...entry, before, after: row });
  });
}

/** Locks a draft that its customer can still accept; throws for others. Expired ones may be changed, which renews them. */
export async function lockOpenDraft(tx: Tx, id: string, now: Date): Promise<DraftRow> {
  const [draft] = await tx.select().from(draftOrders).where(eq(draftOrders.id, id)).for('update');
  if (!draft) throw draftNotFound();
  const status = statusOf(draft, now);
  if (status === 'open' || status === 'expired') return draft;
  throw new Problem(
    'EDIT_CONFLICT',
    status === 'ordered'
      ? `${draft.number} was ordered by its customer. Edit the order instead.`
      : `${draft.number} was cancelled.`,
  );
}

type Saving = { caller: Caller; before: DraftRow | undefined; now: Date };

async function plannedRow(tx: Tx, input: DraftInput, { caller, before, now }: Saving) {
  const ids = input.lines.flatMap((line) => ('product' in line ? line.product : []));
  const rows = await tx
    .select({
      id: products.id,
      name: products.name,
      sku: products.sku,
      price: products.priceCents,
      taxClass: products.taxClass,
    })
    .from(products)
    .where(and(inArray(products.id, ids), isOnSale));
  const read = {
    products: new Map(rows.map((row) => [row.id, row])),
    settings: await readSettings(tx),
    before,
    now,
  };
  const { row, isPriceSet } = planDraft(await withCheckedVatNumber(input), read);
  if (isPriceSet) assertPermission(caller, 'prices.override');
  const customerId = input.customerId ? await findConfirmedCustomer({ db: tx }, input.customerId) : null;
  return { ...row, customerId, expiresAt: new Date(now.getTime() + draftDays * dayMs), updatedAt: now };
}

type Audited = Pick<DraftRow, 'lines' | 'discountCents' | 'shippingCents' | 'totalCents'>;
type DraftAudit = { id: string; action: string; actorId: string; before?: Audited; after?: Audited };

/** Records what was changed, without the address: the audit log cannot be erased. */
export async function recordDraftAudit(
  tx: Tx,
  { id, action, actorId, before, after }: DraftAudit,
): Promise<void> {
  const entry = { action, actorId, subject: `draft order ${id}` };
  await recordAudit(tx, {
    ...entry,
    ...(before && { before: auditedOf(before) }),
    ...(after && { after: auditedOf(after) }),
  });
}

function auditedOf({ lines, discountCents, shippingCents, totalCents }: Audited) {
  const items = lines.map(
    ({ quantity, name, priceCents }) => `${quantity} × ${name}: ${formatMoney(priceCents)}`,
  );
  return { items: items.join('; '), discountCents, shippingCents, totalCents };
}
