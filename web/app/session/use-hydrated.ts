import { useSyncExternalStore } from 'react';

const never = () => () => {};

/**
 * Whether the page listens already. Until then a form with secrets must not be sent: the browser would send
 * it by itself.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
