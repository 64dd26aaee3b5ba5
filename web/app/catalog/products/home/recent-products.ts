import { browserStorage } from '../../../browser/browser-storage.ts';

const storageName = 'recently-viewed';
const maxStored = 12;

/** Id of a product, with its family if several products have it. */
type Entry = string | [id: string, family: string];

const idOf = (entry: Entry) => (typeof entry === 'string' ? entry : entry[0]);
const deviceOf = (entry: Entry) => (typeof entry === 'string' ? entry : entry[1]);

/** Returns the ids of recently viewed products, one of each family, most recent first. */
export function recentProducts(storage = browserStorage()): string[] {
  return readEntries(storage).map(idOf);
}

function readEntries(storage: ReturnType<typeof browserStorage>): Entry[] {
  try {
    const entries: unknown = JSON.parse(String(storage.getItem(storageName) ?? '[]'));
    return Array.isArray(entries) ? entries.filter(isEntry).slice(0, maxStored + 1) : [];
  } catch {
    return [];
  }
}

function isEntry(entry: unknown): entry is Entry {
  const parts = Array.isArray(entry) && entry.length === 2 ? entry : [entry];
  return parts.every((part) => typeof part === 'string');
}

type Viewed = { id: string; family: string | null };

/** Puts a product in front, in place of the one of its family. */
export function rememberProduct({ id, family }: Viewed, storage = browserStorage()): void {
  const entry: Entry = family === null ? id : [id, family];
  const others = readEntries(storage).filter(
    (other) => idOf(other) !== id && deviceOf(other) !== deviceOf(entry),
  );
  try {
    // One more than is shown, because a product page leaves out its own product.
    storage.setItem(storageName, JSON.stringify([entry, ...others].slice(0, maxStored + 1)));
  } catch {
    // Storage is full or forbidden; the page works without the row.
  }
}

export function forgetProducts(storage = browserStorage()): void {
  storage.removeItem(storageName);
}
