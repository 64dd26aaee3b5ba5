import type { StateStorage } from 'zustand/middleware';
import { outboxStorageName } from './outbox-signal.ts';
import { readOrders, type SentOrder } from './sent-order.ts';

/** Reads and writes the orders of this browser, which its tabs share. */
export function createOutboxStorage(storage: StateStorage) {
  const listeners = new Set<() => void>();
  // Fallback when the storage rejects a write, for example over quota.
  let unstored: string | null = null;
  let parsed: { raw: string | null; orders: SentOrder[] } = { raw: null, orders: [] };

  function all(): SentOrder[] {
    const raw = unstored ?? (storage.getItem(outboxStorageName) as string | null);
    if (raw !== parsed.raw) parsed = { raw, orders: readOrders(raw) };
    return parsed.orders;
  }

  function write(orders: SentOrder[]): void {
    const raw = JSON.stringify(orders);
    try {
      storage.setItem(outboxStorageName, raw);
      unstored = storage.getItem(outboxStorageName) === raw ? null : raw;
    } catch {
      unstored = raw;
    }
    notifyListeners();
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  /** Notifies listeners that another tab has written. */
  function notifyListeners(): void {
    for (const listener of listeners) listener();
  }
  return { all, write, subscribe, notifyListeners };
}
