import { useSyncExternalStore } from 'react';

const storageName = 'ship-to';
/** Stored in the place of a country if the order is collected. */
export const atCounter = 'pickup';

const listeners = new Set<() => void>();

/** Stores the country or the counter that was chosen in the cart or the checkout, until the tab closes; null forgets it. */
export function storeShipTo(country: string | null): void {
  try {
    if (country === null) sessionStorage.removeItem(storageName);
    else sessionStorage.setItem(storageName, country);
  } catch {
    // Without storage the country is chosen again at the checkout.
  }
  for (const listener of listeners) listener();
}

export function readShipTo(): string | null {
  try {
    return sessionStorage.getItem(storageName);
  } catch {
    return null;
  }
}

/** Returns the country or the counter that was chosen; null before. */
export function useShipTo(): string | null {
  return useSyncExternalStore(subscribe, readShipTo, () => null);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
