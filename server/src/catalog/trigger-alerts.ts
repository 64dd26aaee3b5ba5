import type { Cents } from '@reprise/contract/money';
import { and, eq, gt, inArray, isNull } from 'drizzle-orm';
import { productAlerts } from '../alerts/alerts.tables.ts';
import type { Tx } from '../platform/database/database.ts';

// Marks alerts as due in the transaction that fulfills them; the alerts slice sends the mails.

/** Marks back-in-stock alerts as due for products that are available again. */
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

/** Marks price-drop alerts as due whose price is above the new one. */
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
