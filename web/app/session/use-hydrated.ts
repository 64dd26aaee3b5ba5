import { useSyncExternalStore } from 'react';

const never = () => () => {};

/**
 * True after hydration. Before that, forms with secrets must stay disabled: the browser would submit them
 * natively.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
