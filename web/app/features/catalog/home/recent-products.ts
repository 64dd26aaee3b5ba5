import { browserStorage } from '../../../browser/browser-storage.ts';

const storageName = 'recently-viewed';
const maxStored = 12;

/** Returns the ids of recently viewed products, most recent first. */
export function recentProducts(storage = browserStorage()): string[] {
  try {
    const ids: unknown = JSON.parse(String(storage.getItem(storageName) ?? '[]'));
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string').slice(0, maxStored + 1) : [];
  } catch {
    return [];
  }
}

export function rememberProduct(id: string, storage = browserStorage()): void {
  // One more than is shown, because a product page leaves out its own product.
  const ids = [id, ...recentProducts(storage).filter((other) => other !== id)].slice(0, maxStored + 1);
  try {
    storage.setItem(storageName, JSON.stringify(ids));
  } catch {
    // Storage is full or forbidden; the page works without the row.
  }
}

export function forgetProducts(storage = browserStorage()): void {
  storage.removeItem(storageName);
}
