import type { Product } from '@reprise/contract/catalog/products/product';
import type { StockMovement } from '@reprise/contract/catalog/products/stock-movement';
import type { Deps } from '../../../deps.ts';
import { recordAudit } from '../../../foundations/audit/record-audit.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { findProduct } from '../product.queries.ts';
import { lockProduct } from '../update-product.ts';
import { changeStock } from './change-stock.ts';
import { findNewestMovement } from './stock-movement.queries.ts';

/** Adds `change` to the stock; throws OUT_OF_STOCK if it would fall below 0. */
export async function adjustStock(
  deps: Pick<Deps, 'db' | 'now' | 'alerts' | 'devices'>,
  reference: string,
  { change, note = '' }: { change: number; note?: string | undefined },
  actorId: string | null,
): Promise<{ product: Product; movement: StockMovement }> {
  return inTransaction(deps.db, async (tx) => {
    const before = await lockProduct(tx, reference);
    const stockCount = await changeStock(tx, before.id, change, {
      reason: 'adjustment',
      note,
      actorId,
      now: deps.now(),
      alerts: deps.alerts,
      devices: deps.devices,
    });
    await recordAudit(tx, {
      actorId,
      action: 'adjust stock',
      subject: `product ${before.id}`,
      before: { stockCount: before.stockCount },
      after: { stockCount, note },
    });
    return {
      product: await findProduct(tx, before.id),
      movement: await findNewestMovement(tx, before.id),
    };
  });
}
