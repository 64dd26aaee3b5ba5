import type { TouchedFields } from '@reprise/contract/catalog/products/products-admin';
import { sql } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { recordAudit } from '../../foundations/audit/record-audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { AlertTriggers } from './alert-triggers.ts';
import { type ProductState, stateOf } from './plan-change.ts';
import { products } from './products.tables.ts';
import { invalidateMove, invalidatePlaces } from './products.tags.ts';
import { changeStocks } from './stock/change-stock.ts';

export type ProductChange = { product: ProductState; before: TouchedFields; after: TouchedFields };

type ChangeContext = Pick<Deps, 'alerts' | 'devices' | 'search'> & {
  actorId: string | null;
  now: Date;
  action: string;
  note?: string;
};

/** Stores planned changes of locked products: fields, stock with ledger rows, audit entries and due alerts. */
export async function storeProductChanges(
  tx: Tx,
  changes: ProductChange[],
  { actorId, now, alerts, devices, search, action, note = '' }: ChangeContext,
): Promise<void> {
  if (changes.length === 0) return;
  await storeFields(tx, changes, { now, search });
  await changeStocks(tx, changes.flatMap(stockChangeOf), {
    reason: 'adjustment',
    note,
    actorId,
    now,
    alerts,
    devices,
  });
  for (const { product, after } of changes) {
    if (after.condition === undefined || product.tracking !== 'serial') continue;
    await devices.takeCondition(tx, product.id, after.condition, { actorId, now });
  }
  for (const { product, before, after } of changes) {
    const subject = `product ${product.id}`;
    await recordAudit(tx, { actorId, action, subject, before, after: note ? { ...after, note } : after });
  }
  await triggerAlerts(tx, alerts, changes, now);
}

/** Updates all fields in one statement. Increments the version, which stock changes do not. */
async function storeFields(
  tx: Tx,
  changes: ProductChange[],
  { now, search }: Pick<ChangeContext, 'now' | 'search'>,
): Promise<void> {
  const edited = changes.filter(({ after }) => Object.keys(after).some((name) => name !== 'stockCount'));
  if (edited.length === 0) return;
  const rows = edited.map(({ product, after }) => {
    const next = { ...stateOf(product), ...after };
    const archivedAt = next.archived || next.isDraft ? (product.archivedAt ?? now) : null;
    return sql`(${product.id}::text, ${next.price}::bigint, ${next.originalPrice}::bigint,
      ${next.condition}::text, ${next.categoryId}::text, ${next.featured}::boolean,
      ${archivedAt?.toISOString() ?? null}::timestamptz, ${next.isDraft}::boolean)`;
  });
  await tx.execute(sql`
    update ${products} set price_cents = next.price, original_price_cents = next.original_price,
      condition = next.condition, category_id = next.category_id, featured = next.featured,
      archived_at = next.archived_at, is_draft = next.is_draft, version = version + 1, updated_at = ${now.toISOString()}::timestamptz
    from (values ${sql.join(rows, sql`, `)})
      as next (id, price, original_price, condition, category_id, featured, archived_at, is_draft)
    where ${products.id} = next.id`);
  await search.index(
    tx,
    edited.map(({ product }) => product.id),
  );
  for (const { product, after } of edited) {
    const { categoryId = product.categoryId } = after;
    if (after.archived === undefined && after.isDraft === undefined)
      invalidateMove(tx, product, { ...product, categoryId });
    else invalidatePlaces(tx, [product]);
  }
}

function stockChangeOf({ product, after }: ProductChange) {
  if (after.stockCount === undefined) return [];
  return [{ productId: product.id, change: after.stockCount - product.stockCount }];
}

async function triggerAlerts(
  tx: Tx,
  alerts: AlertTriggers,
  changes: ProductChange[],
  now: Date,
): Promise<void> {
  for (const change of changes) {
    const { product, after } = change;
    const { price = product.priceCents } = after;
    if (price < product.priceCents || wentOnSale(change))
      await alerts.triggerPriceAlerts(tx, product.id, price, now);
  }
  const available = changes.filter((change) => wentOnSale(change) && change.product.stockCount > 0);
  await alerts.triggerStockAlerts(
    tx,
    available.map(({ product }) => product.id),
    now,
  );
}

function wentOnSale({ product, after }: ProductChange): boolean {
  const { archived, isDraft } = { ...stateOf(product), ...after };
  return product.archivedAt !== null && !archived && !isDraft;
}
