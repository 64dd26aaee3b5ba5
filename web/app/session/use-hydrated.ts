import { useSyncExternalStore } from 'react';

const noSubscription = () => () => {};

/**
 * Returns true after hydration. Forms with secrets stay disabled until then, because the browser would submit them
 * natively.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    noSubscription,
    () => true,
    () => false,
  );
}
