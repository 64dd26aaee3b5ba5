import type { AlertKind } from '@reprise/contract/catalog/alerts';
import type { Product } from '@reprise/contract/catalog/products/product';
import { api } from '../../api/browser-api.ts';
import { authToken } from '../../session/auth-store.ts';
import { findGuestAlert } from './guest-alerts.ts';

/** Alert that is waiting; `id` is null for a guest, who stops it by the mailed link. */
export type ActiveAlert = { id: string | null; price: number; setAt: string };

/** Returns the alert that the customer, or the guest of this browser, has on a product. */
export async function findActiveAlert(product: Product, kind: AlertKind): Promise<ActiveAlert | undefined> {
  if (authToken() === null) {
    const alert = findGuestAlert(product, kind);
    return alert && { id: null, ...alert };
  }
  const { alerts } = await api.listOwnAlerts({ query: { product: product.id } });
  const alert = alerts.find((own) => own.kind === kind);
  return alert && { id: alert.id, price: alert.price, setAt: alert.askedAt };
}
