import type { AlertKind } from '@reprise/contract/catalog/alerts';
import type { Product } from '@reprise/contract/catalog/products/product';
import { browserStorage } from '../../browser/browser-storage.ts';

/** Alert that a guest set in this browser; the email address is not stored. */
export type GuestAlert = { productId: string; kind: AlertKind; price: number; setAt: string };

const storageName = 'guest-alerts';
const maxStored = 50;
const maxAgeMs = 90 * 24 * 60 * 60 * 1000;

type AlertProduct = Pick<Product, 'id' | 'price' | 'inStock'>;

/** Returns the guest's alert on a product; undefined once its mail is due, as the shop deletes it then. */
export function findGuestAlert(
  { id, price, inStock }: AlertProduct,
  kind: AlertKind,
  storage = browserStorage(),
): GuestAlert | undefined {
  const isDue = (alert: GuestAlert) => (kind === 'price-drop' ? price < alert.price : inStock);
  const alerts = readAlerts(storage);
  const alert = alerts.find((stored) => stored.productId === id && stored.kind === kind);
  if (!alert) return undefined;
  const isOld = Date.now() - Date.parse(alert.setAt) > maxAgeMs;
  if (!isOld && !isDue(alert)) return alert;
  write(
    alerts.filter((stored) => stored !== alert),
    storage,
  );
  return undefined;
}

/** Stores the alert, replacing an earlier one of its kind on the product. */
export function rememberGuestAlert(
  { id, price }: AlertProduct,
  kind: AlertKind,
  storage = browserStorage(),
): GuestAlert {
  const alert = { productId: id, kind, price, setAt: new Date().toISOString() };
  const others = readAlerts(storage).filter((stored) => stored.productId !== id || stored.kind !== kind);
  write([alert, ...others].slice(0, maxStored), storage);
  return alert;
}

function write(alerts: GuestAlert[], storage: ReturnType<typeof browserStorage>): void {
  try {
    if (alerts.length === 0) storage.removeItem(storageName);
    else storage.setItem(storageName, JSON.stringify(alerts));
  } catch {
    // Storage is full or forbidden: the button offers the alert again.
  }
}

function readAlerts(storage: ReturnType<typeof browserStorage>): GuestAlert[] {
  try {
    const stored: unknown = JSON.parse(String(storage.getItem(storageName) ?? '[]'));
    return Array.isArray(stored) ? stored.filter(isAlert) : [];
  } catch {
    return [];
  }
}

function isAlert(value: unknown): value is GuestAlert {
  const alert = value as Partial<Record<keyof GuestAlert, unknown>> | null;
  return (
    typeof alert?.productId === 'string' &&
    typeof alert.kind === 'string' &&
    typeof alert.price === 'number' &&
    Number.isFinite(Date.parse(String(alert.setAt)))
  );
}
