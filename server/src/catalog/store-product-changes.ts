import type { TouchedFields } from '@reprise/contract/catalog/catalog-admin';
import { sql } from 'drizzle-orm';
import { recordAudit } from '../platform/audit.ts';
import type { Tx } from '../platform/database/database.ts';
import { products } from './catalog.tables.ts';
import { invalidateMove, invalidatePlaces } from './catalog.tags.ts';
import { type ProductState, stateOf } from './plan-change.ts';
import { changeStocks } from './stock/change-stock.ts';
import { triggerPriceAlerts, triggerStockAlerts } from './trigger-alerts.ts';

export type ProductChange = { product: ProductState; before: TouchedFields; after: TouchedFields };

type Circumstances = { actorId: string | null; now: Date; action: string; note?: string };

/**
 * Writes what was planned for locked products: fields in one statement, stock with its ledger rows, an audit entry
 * each, and whoever waited for such a price or for the product is told.
 */
export async function storeProductChanges(
  tx: Tx,
  changes: ProductChange[],
  { actorId, now, action, note = '' }: Circumstances,
): Promise<void> {
  if (changes.length === 0) return;
  await storeFields(tx, changes, now);
  await changeStocks(tx, changes.flatMap(stockLine), { reason: 'adjustment', note, actorId, now });
  for (const { product, before, after } of changes) {
    const subject = `product ${product.id}`;
    await recordAudit(tx, { actorId, action, subject, before, after: note ? { ...after, note } : after });
  }
  await wake(tx, changes, now);
}

/** Edits of fields count in the version; stock does not. */
async function storeFields(tx: Tx, changes: ProductChange[], now: Date): Promise<void> {
  const edited = changes.filter(({ after }) => Object.keys(after).some((name) => name !== 'stockCount'));
  if (edited.length === 0) return;
  const rows = edited.map(({ product, after }) => {
    const next = { ...stateOf(product), ...after };
    const archivedAt = next.archived ? (product.archivedAt ?? now) : null;
    return sql`(${product.id}::text, ${next.price}::integer, ${next.originalPrice}::integer,
      ${next.condition}::text, ${next.categoryId}::text, ${next.featured}::boolean,
      ${archivedAt?.toISOString() ?? null}::timestamptz)`;
  });
  await tx.execute(sql`
    update ${products} set price_cents = next.price, original_price_cents = next.original_price,
      condition = next.condition, category_id = next.category_id, featured = next.featured,
      archived_at = next.archived_at, version = version + 1, updated_at = ${now.toISOString()}::timestamptz
    from (values ${sql.join(rows, sql`, `)})
      as next (id, price, original_price, condition, category_id, featured, archived_at)
    where ${products.id} = next.id`);
  for (const { product, after } of edited) {
    const { categoryId = product.categoryId } = after;
    if (after.archived === undefined) invalidateMove(tx, product, { ...product, categoryId });
    else invalidatePlaces(tx, [product]);
  }
}

function stockLine({ product, after }: ProductChange) {
  if (after.stockCount === undefined) return [];
  return [{ productId: product.id, change: after.stockCount - product.stockCount }];
}

async function wake(tx: Tx, changes: ProductChange[], now: Date): Promise<void> {
  for (const { product, after } of changes) {
    if (after.price !== undefined && after.price < product.priceCents) {
      await triggerPriceAlerts(tx, product.id, after.price, now);
    }
  }
  const back = changes.filter(({ product, after }) => after.archived === false && product.stockCount > 0);
  await triggerStockAlerts(
    tx,
    back.map(({ product }) => product.id),
    now,
  );
}
