import type { Cents } from '@reprise/contract/money';
import { and, eq, gt, inArray, isNull } from 'drizzle-orm';
import { productAlerts } from '../alerts/alerts.tables.ts';
import type { Tx } from '../platform/database/database.ts';

// Marks whose wish has come true, in the transaction that made it so; the alerts slice writes the mails.

/** These were sold out and are not any more. */
export async function triggerStockAlerts(tx: Tx, productIds: string[], now: Date): Promise<void> {
  if (productIds.length === 0) return;
  await tx
    .update(productAlerts)
    .set({ dueAt: now })
    .where(
      and(
        inArray(productAlerts.productId, productIds),
        eq(productAlerts.kind, 'back-in-stock'),
        isNull(productAlerts.dueAt),
      ),
    );
}

/** It costs this much now: less than some had asked for. */
export async function triggerPriceAlerts(tx: Tx, productId: string, price: Cents, now: Date): Promise<void> {
  await tx
    .update(productAlerts)
    .set({ dueAt: now })
    .where(
      and(
        eq(productAlerts.productId, productId),
        eq(productAlerts.kind, 'price-drop'),
        gt(productAlerts.priceCents, price),
        isNull(productAlerts.dueAt),
      ),
    );
}
