import type { PublicSettings } from '@reprise/contract/foundations/settings';
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

/** Returns the country whose prices a visitor sees: the chosen one, that of the counter, or else the first of the store. */
export function pricedCountry(
  { shipTo, pickup }: Pick<PublicSettings, 'shipTo' | 'pickup'>,
  chosen: string | null,
): string | undefined {
  return (chosen === atCounter ? pickup?.country : chosen) ?? shipTo[0];
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
