import { browserStorage } from '../../../browser/browser-storage.ts';

const storageName = 'recently-viewed';
const kept = 12;

/** The products last looked at in this browser, by id, the latest first. */
export function recentProducts(storage = browserStorage()): string[] {
  try {
    const ids: unknown = JSON.parse(String(storage.getItem(storageName) ?? '[]'));
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string').slice(0, kept + 1) : [];
  } catch {
    return [];
  }
}

export function rememberProduct(id: string, storage = browserStorage()): void {
  // One more than is shown: the product whose page shows the others is left out there.
  const ids = [id, ...recentProducts(storage).filter((each) => each !== id)].slice(0, kept + 1);
  try {
    storage.setItem(storageName, JSON.stringify(ids));
  } catch {
    // A full storage remembers no more; the page is whole without it.
  }
}

export function forgetProducts(storage = browserStorage()): void {
  storage.removeItem(storageName);
}
