import type { Cents } from '@reprise/contract/money';
import { and, eq, gt, inArray, isNull } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import type { AlertTriggers } from '../products/alert-triggers.ts';
import { productAlerts } from './alerts.tables.ts';

export const alertTriggers: AlertTriggers = { triggerStockAlerts, triggerPriceAlerts };

/** Marks back-in-stock alerts as due for products that are available again. */
async function triggerStockAlerts(tx: Tx, productIds: string[], now: Date): Promise<void> {
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

/** Marks as due the price-drop alerts that were requested at a higher price than the new one. */
async function triggerPriceAlerts(tx: Tx, productId: string, price: Cents, now: Date): Promise<void> {
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
