import type { Cents } from '@reprise/contract/money';
import type { Tx } from '../../platform/database/database.ts';

/** Marks alerts as due in the transaction that fulfills them. Implemented by the alerts slice, which imports this one. */
export type AlertTriggers = {
  triggerStockAlerts: (tx: Tx, productIds: string[], now: Date) => Promise<void>;
  triggerPriceAlerts: (tx: Tx, productId: string, price: Cents, now: Date) => Promise<void>;
};
